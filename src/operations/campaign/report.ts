import { relative, sep } from "node:path";
import { type CampaignCorrections, campaignCorrections } from "../../calibration/index.ts";
import { planCampaign } from "../../campaign/index.ts";
import { type JudgedPacket, openEvaluation, trialsOfPlan } from "../../judging/index.ts";
import type { JudgedCampaign } from "../../records/index.ts";
import { type CampaignReport, type CurrentCampaign, composeCampaignReport } from "../../report/index.ts";
import type { Controls } from "../controls.ts";
import type { FunctionModel } from "../open/functions/function-gateways.ts";
import { loadEvaluation } from "../open/load-evaluation.ts";
import { type CampaignOptions, openCampaign } from "../open/open-campaign.ts";
import { collectDamageWarnings } from "./collect-damage-warnings.ts";
import { evaluateOptions } from "./evaluate-options.ts";
import { labelsOfCampaign } from "./labels-of-campaign.ts";

export interface ReportOptions extends Omit<CampaignOptions, "force"> {
  /** Id or path. */
  evaluationProfile: string;
  /** Functions of the calling program as judges, by the `judge_id` they take the place of. */
  judges?: Record<string, FunctionModel>;
}

/**
 * Reports what is stored, with today's settings. Runs nothing, asks no judge, writes nothing.
 *
 * @example
 * const { totals, warnings } = await report({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * console.log(totals.scored, "of", totals.trials, warnings);
 */
export async function report(options: ReportOptions, controls: Controls = {}): Promise<CampaignReport> {
  return await withReadCampaign(options, controls, async (campaign) => {
    const corrected = await correctedFigures(campaign);
    return { ...composeCampaignReport(campaign.judged), ...(corrected.length > 0 && { corrected }) };
  });
}

/** What human labels make of the figures; nothing where nobody labelled the campaign. */
async function correctedFigures({ judged, store, name }: CurrentCampaign): Promise<CampaignCorrections[]> {
  const found = await labelsOfCampaign(store, name, scoredIn(judged));
  return found ? campaignCorrections(found) : [];
}

/** Trials whose score counts today. */
export function scoredIn({ trials }: JudgedCampaign): (packet: JudgedPacket) => boolean {
  const key = (subject: string, case_id: string, repetition: number) => `${subject}/${case_id}/${repetition}`;
  const scored = new Set(
    trials.flatMap(({ state, model_id, case_id, repetition }) =>
      state === "scored" ? [key(model_id, case_id, repetition)] : [],
    ),
  );
  return ({ subject, case_id, repetition }) => scored.has(key(subject, case_id, repetition));
}

/**
 * Names a campaign with today's settings as the store does: `compare` and `openStoredResults` know it by this name.
 *
 * @example
 * console.log(await storedName({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" }));
 */
export async function storedName(options: ReportOptions, controls: Controls = {}): Promise<string> {
  return await withReadCampaign(options, controls, ({ name }) => name);
}

/** A judged campaign as the store has it. */
export async function readJudgedCampaign(options: ReportOptions, controls: Controls = {}): Promise<JudgedCampaign> {
  return await withReadCampaign(options, controls, ({ judged }) => judged);
}

/** The same, with the plan it was read by and the name it has in the store, for as long as `use` takes. */
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
    const reading = await openEvaluation({ ...evaluateOptions(opened, evaluation, chooseSandbox), mode: "read" });
    if (!reading.ok) throw new Error("reading takes no lock and cannot be refused");
    for (const [number, trial] of trialsOfPlan(plan).entries()) reading.evaluation.take(number, trial);
    const judged = damage.addTo(await reading.evaluation.finish());
    const [, ...name] = relative(store.outputs, reading.evaluation.folder).split(sep);
    return await use({ judged, plan, store, name: name.join("/") });
  } finally {
    await opened.close();
  }
}
