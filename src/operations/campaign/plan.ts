import { type CampaignPlan, estimatePlan, planCampaign } from "../../campaign/index.ts";
import type { Shard } from "../../config/index.ts";
import {
  estimateJudging,
  judgeProblems,
  judgesOfProfile,
  openEvaluation,
  resolveJudges,
  trialsOfPlan,
} from "../../judging/index.ts";
import { composePlanReport, type JudgingPlan, type PlanReport } from "../../report/index.ts";
import { findInstalled } from "../../runners/index.ts";
import { chooseSandbox } from "../../sandbox/index.ts";
import type { Controls } from "../controls.ts";
import type { FunctionModel } from "../open/functions/function-gateways.ts";
import { loadEvaluation } from "../open/load-evaluation.ts";
import { type CampaignOptions, type OpenedCampaign, openCampaign } from "../open/open-campaign.ts";
import { openToolDiscovery } from "./discover-tools.ts";
import { composeEvaluateOptions } from "./evaluate-options.ts";

export interface PlanCampaignOptions extends CampaignOptions {
  /** Id or path; includes judge calls in the plan. */
  evaluationProfile?: string;
  /** Functions of the calling program as judges, by the `judge_id` they replace. */
  judges?: Record<string, FunctionModel>;
  /** Only this part of the campaign, divided as with `run`. */
  shard?: Shard;
  shardWeights?: string;
}

/**
 * Plans a campaign: what is stored, what must run and why, and what it may cost. Sends nothing and writes nothing.
 *
 * @example
 * const { totals, problems } = await plan({ suite: "quickstart", runProfile: "offline" });
 * console.log(`${totals.run} to run, ${totals.reuse} stored`, problems);
 */
export async function plan(options: PlanCampaignOptions, controls: Controls = {}): Promise<PlanReport> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const opened = await openCampaign(options, controls);
  try {
    const { config, env, planOptions } = opened;
    const planned = await planCampaign(config, {
      ...planOptions,
      findImage: (setting) => findInstalled(setting, { env, pull: false }),
      discoverTools: openToolDiscovery(
        opened,
        () => chooseSandbox({ setting: config.runProfile.sandbox, env }),
        controls.signal,
      ),
    });
    // Cases are data: count what looks like a special token as text.
    const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
    const { evaluationProfile } = options;
    const judging =
      evaluationProfile === undefined
        ? null
        : await planJudging(planned, opened, { ...options, evaluationProfile }, controls);
    return composePlanReport(planned, await estimatePlan(planned, count), judging);
  } finally {
    await opened.close();
  }
}

async function planJudging(
  planned: CampaignPlan,
  opened: OpenedCampaign,
  options: PlanCampaignOptions & { evaluationProfile: string },
  controls: Controls,
): Promise<JudgingPlan> {
  const evaluation = await loadEvaluation(options, controls);
  const chooseSandbox = async () => ({ ok: false as const, reason: "planning runs nothing" });
  const reading = await openEvaluation({ ...composeEvaluateOptions(opened, evaluation, chooseSandbox), mode: "read" });
  if (!reading.ok) throw new Error("reading takes no lock and cannot be refused");
  for (const [number, trial] of trialsOfPlan(planned).entries()) reading.evaluation.take(number, trial);
  const named = judgesOfProfile(evaluation.profile);
  const judges = resolveJudges(named, opened.gateways.forModel);
  const estimates = estimateJudging(planned, await reading.evaluation.finish(), judges, { force: options.force });
  const mustAsk = estimates.some(({ to_ask }) => to_ask > 0);
  return {
    evaluation_profile_id: evaluation.profile.evaluation_profile_id,
    judge_runs: estimates,
    problems: mustAsk ? judgeProblems(named, opened.gateways.problem) : [],
  };
}
