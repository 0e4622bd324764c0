import { type CampaignCorrections, campaignCorrections } from "../../calibration/index.ts";
import { planCampaign } from "../../campaign/index.ts";
import { type JudgedPacket, nameOfJudged, openEvaluation, trialsOfPlan } from "../../judging/index.ts";
import { type JudgedCampaign, writeCampaignName } from "../../records/index.ts";
import { type CampaignReport, type CurrentCampaign, composeCampaignReport } from "../../report/index.ts";
import type { Controls } from "../controls.ts";
import type { FunctionModel } from "../open/functions/function-gateways.ts";
import { loadEvaluation } from "../open/load-evaluation.ts";
import { type CampaignOptions, openCampaign } from "../open/open-campaign.ts";
import { collectDamageWarnings } from "./collect-damage-warnings.ts";
import { composeEvaluateOptions } from "./evaluate-options.ts";
import { readLabelsOfCampaign } from "./labels-of-campaign.ts";

export interface ReportOptions extends Omit<CampaignOptions, "force"> {
  /** Id or path. */
  evaluationProfile: string;
  /** Functions of the calling program as judges, by the `judge_id` they replace. */
  judges?: Record<string, FunctionModel>;
}

/**
 * Reports stored results under the current settings. Runs nothing, asks no judge and writes nothing.
 *
 * @example
 * const { totals, warnings } = await report({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * console.log(totals.scored, "of", totals.trials, warnings);
 */
export async function report(options: ReportOptions, controls: Controls = {}): Promise<CampaignReport> {
  return await withReadCampaign(options, controls, async (campaign) => {
    const corrected = await correctFigures(campaign);
    return { ...composeCampaignReport(campaign.judged), ...(corrected.length > 0 && { corrected }) };
  });
}

/** Corrects the figures by human labels, if the campaign has any. */
async function correctFigures({ judged, store, name }: CurrentCampaign): Promise<CampaignCorrections[]> {
  const found = await readLabelsOfCampaign(store, name, selectScored(judged));
  return found ? campaignCorrections(found) : [];
}

/** Selects packets of trials whose score is current. */
export function selectScored({ trials }: JudgedCampaign): (packet: JudgedPacket) => boolean {
  const key = (subject: string, case_id: string, repetition: number) => `${subject}/${case_id}/${repetition}`;
  const scored = new Set(
    trials.flatMap(({ state, model_id, case_id, repetition }) =>
      state === "scored" ? [key(model_id, case_id, repetition)] : [],
    ),
  );
  return ({ subject, case_id, repetition }) => scored.has(key(subject, case_id, repetition));
}

/**
 * Returns the campaign's name in the store under the current settings, as used by `compare` and `openStoredResults`.
 *
 * @example
 * console.log(await storedName({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" }));
 */
export async function storedName(options: ReportOptions, controls: Controls = {}): Promise<string> {
  const evaluation = await loadEvaluation(options, controls);
  const opened = await openCampaign(options, controls);
  try {
    return writeCampaignName(await nameOfJudged({ ...opened, evaluation }));
  } finally {
    await opened.close();
  }
}

/** Reads a judged campaign from the store. */
export async function readJudgedCampaign(options: ReportOptions, controls: Controls = {}): Promise<JudgedCampaign> {
  return await withReadCampaign(options, controls, ({ judged }) => judged);
}

/** Reads a judged campaign with its plan and stored name, for the duration of `use`. */
export async function withReadCampaign<Result>(
  options: ReportOptions & { named?: string[] },
  controls: Controls,
  use: (campaign: CurrentCampaign) => Result | Promise<Result>,
): Promise<Result> {
  const evaluation = await loadEvaluation(options, controls);
  const opened = await openCampaign(options, controls);
  const { store } = opened;
  try {
    const plan = await planCampaign(opened.config, opened.planOptions);
    const damage = collectDamageWarnings(store, controls.onEvent);
    plan.warnings.forEach(damage.warn);
    const chooseSandbox = async () => ({ ok: false as const, reason: "reading runs nothing" });
    const reading = await openEvaluation({
      ...composeEvaluateOptions(opened, evaluation, chooseSandbox),
      mode: "read",
    });
    if (!reading.ok) throw new Error("reading takes no lock and cannot be refused");
    for (const [number, trial] of trialsOfPlan(plan).entries()) reading.evaluation.take(number, trial);
    const judged = damage.addTo(await reading.evaluation.finish());
    return await use({ judged, plan, store, name: reading.evaluation.name });
  } finally {
    await opened.close();
  }
}
