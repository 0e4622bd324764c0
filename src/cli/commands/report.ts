import type { RegisterCommand } from "../command.ts";
import type { ExitCode } from "../exit-codes.ts";
import { addJudgingOptions, type JudgingWords, loadEvaluation, showReport } from "../judging-words.ts";
import { openCampaign } from "../open-campaign.ts";
import type { Terminal } from "../terminal.ts";

export const registerReport: RegisterCommand = (program, terminal, finish) => {
  addJudgingOptions(program.command("report"))
    .description("report what is stored, with today's settings; calls nobody and runs nothing")
    .addHelpText(
      "after",
      `
Examples:
  $ assay report --suite quickstart --run-profile offline --evaluation-profile offline_judge
  $ assay report --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --output json > report.json
  $ assay report --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --chart scores.svg

Scores are aggregated anew from the stored verdicts. What was never judged, or has changed since, is named as such.`,
    )
    .action(async (words: JudgingWords) => finish(await report(terminal, words)));
};

async function report(terminal: Terminal, words: JudgingWords): Promise<ExitCode> {
  const { planCampaign } = await import("../../campaign/index.ts");
  const { evaluateCampaign, trialsOfPlan } = await import("../../judging/index.ts");
  const { composeCampaignReport } = await import("../../report/index.ts");
  const evaluation = await loadEvaluation(terminal, words.evaluationProfile);
  const opened = await openCampaign(terminal, words);
  try {
    const plan = await planCampaign(opened.config, opened.planOptions);
    for (const warning of plan.warnings) terminal.err(`warning: ${warning}`);
    const { config, env, gateways, planOptions } = opened;
    const judged = await evaluateCampaign({
      config,
      evaluation,
      outputs: planOptions.outputs,
      gateways,
      env,
      trials: trialsOfPlan(plan),
      mode: "read",
      chooseSandbox: async () => ({ ok: false, reason: "a report runs nothing" }),
    });
    if (!judged.ok) throw new Error("reading takes no lock and cannot be refused");
    const chart = typeof words.chart === "string" ? words.chart : words.chart === true ? "score_cost" : null;
    return await showReport(terminal, composeCampaignReport(judged.result), words, chart);
  } finally {
    await opened.gateways.close();
  }
}
