import type { GatewaySource } from "../../../campaign/index.ts";
import type { CampaignConfig, LoadedEvaluationProfile } from "../../../config/index.ts";
import type { IterationResult, JudgedCampaign, TrialResult } from "../../../records/index.ts";
import { sum } from "../../../statistics/index.ts";
import type { ResolvedJudge } from "../../panel/judges.ts";
import { distinctCalls } from "./distinct-calls.ts";
import { caseEntries, modelEntries } from "./listed-entries.ts";

/** Composes a judged campaign from its trials and caveats. */
export function composeJudgedCampaign(
  config: CampaignConfig,
  { profile }: LoadedEvaluationProfile,
  judges: readonly ResolvedJudge[],
  gateways: GatewaySource,
  trials: TrialResult[],
): JudgedCampaign {
  const { suite, runProfile } = config;
  const judged = {
    models: new Set(trials.map(({ model_id }) => model_id)),
    cases: new Set(trials.map(({ case_id }) => case_id)),
  };
  return {
    schema_version: 1,
    suite_id: suite.suite_id,
    suite_title: suite.title,
    run_profile_id: runProfile.run_profile_id,
    evaluation_profile_id: profile.evaluation_profile_id,
    aggregation: profile.aggregation,
    models: modelEntries(config, gateways).filter(({ model_id }) => judged.models.has(model_id)),
    cases: caseEntries(config).filter(({ case_id }) => judged.cases.has(case_id)),
    judge_runs: judges.map(({ judge_run_id, judge_id, model, gateway, repetitions, sample_size }) => ({
      judge_run_id,
      judge_id,
      model,
      offline: gateway.offline,
      repetitions,
      sample_size,
    })),
    ...sumUp(trials),
  };
}

/** Summarizes the trials of a campaign: calls, costs, and caveats. */
export function sumUp(trials: TrialResult[]): Pick<JudgedCampaign, "trials" | "calls" | "costs" | "warnings"> {
  const calls = distinctCalls(trials).filter(({ attempts }) => attempts > 0);
  return {
    trials,
    calls: { made: calls.filter(({ reused }) => !reused).length, reused: calls.filter(({ reused }) => reused).length },
    costs: costsOf(trials, calls),
    warnings: warningsOf(trials),
  };
}

function costsOf(trials: TrialResult[], calls: IterationResult[]): JudgedCampaign["costs"] {
  const runCosts = (reused: boolean) =>
    sumKnown(trials.filter(({ run }) => run?.reused === reused).map(({ run }) => run!.cost_usd));
  const callCosts = (reused: boolean) =>
    sumKnown(calls.filter((call) => call.reused === reused).map(({ cost_usd }) => cost_usd));
  return {
    runs: { new_usd: runCosts(false), reused_usd: runCosts(true) },
    judging: { new_usd: callCosts(false), reused_usd: callCosts(true) },
  };
}

/** Merges the same sentence about many trials into one warning with a count. */
function warningsOf(trials: TrialResult[]): string[] {
  const where = new Map<string, string[]>();
  for (const { model_id, case_id, repetition, warnings, state, reason } of trials) {
    const sentences = [...warnings, ...(state === "scored" || state === "checked" ? [] : [reason ?? state])];
    for (const sentence of sentences) {
      const places = where.get(sentence) ?? [];
      where.set(sentence, places);
      places.push(`${model_id}/${case_id} #${repetition}`);
    }
  }
  return [...where].map(([sentence, places]) => {
    const named = places.slice(0, 3).join(", ");
    return `${named}${places.length > 3 ? ` and ${places.length - 3} more` : ""}: ${sentence}`;
  });
}

/** Null when nothing was reported. Rounded, because sums of floats carry noise. */
function sumKnown(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.round(sum(known) * 1e9) / 1e9;
}
