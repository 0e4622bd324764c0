import type { JudgedCampaign } from "../records/index.ts";
import { loadEvaluation } from "./judging-words.ts";
import { type CampaignWords, openCampaign } from "./open-campaign.ts";
import type { Terminal } from "./terminal.ts";

export interface JudgedCampaignWords extends CampaignWords {
  evaluationProfile: string;
}

/** A judged campaign as the store has it: nothing is run, no judge is asked, no file is written. */
export async function readJudgedCampaign(terminal: Terminal, words: JudgedCampaignWords): Promise<JudgedCampaign> {
  const { planCampaign } = await import("../campaign/index.ts");
  const { visibleLine } = await import("../presentation/index.ts");
  const { evaluateCampaign, trialsOfPlan } = await import("../judging/index.ts");
  const evaluation = await loadEvaluation(terminal, words);
  const opened = await openCampaign(terminal, words);
  try {
    const plan = await planCampaign(opened.config, opened.planOptions);
    for (const warning of plan.warnings) terminal.err(`warning: ${visibleLine(warning)}`);
    const { config, env, gateways, planOptions } = opened;
    const judged = await evaluateCampaign({
      config,
      evaluation,
      outputs: planOptions.outputs,
      gateways,
      env,
      trials: trialsOfPlan(plan),
      mode: "read",
      chooseSandbox: async () => ({ ok: false, reason: "reading runs nothing" }),
    });
    if (!judged.ok) throw new Error("reading takes no lock and cannot be refused");
    return judged.result;
  } finally {
    await opened.gateways.close();
  }
}
