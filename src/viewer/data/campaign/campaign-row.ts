import type { ListedResult } from "../../../operations/index.ts";
import { writeCampaignName } from "../../../records/index.ts";
import { scoresByCase, subjectScore } from "../../../report/index.ts";
import type { ClusteredMean, Undefined } from "../../../statistics/index.ts";
import { formatUsd } from "../../../text/presentation/index.ts";
import type { StoreRow } from "../../wire/index.ts";
import { drawnScore } from "../figures/drawn-mean.ts";
import { campaignState } from "./campaign-state.ts";

/** Composes the row of a campaign on the first page, from the index alone. */
export function campaignRow(result: ListedResult): StoreRow {
  const { suite_id, run_profile, evaluation_profile, trials, last_at, running } = result;
  const subjects = new Set(trials.map(({ model_id }) => model_id));
  const cases = new Set(trials.map(({ case_id }) => case_id));
  const repetitions = trials.reduce((most, { repetition }) => Math.max(most, repetition), 0);
  const states = trials.map(({ evaluation }) => evaluation?.state ?? "not_judged");
  const decided = trials.filter(({ evaluation }) => typeof evaluation?.passed === "boolean");
  const means = [...subjects].flatMap((model_id) => {
    const score = drawnScore(storedScore(result, model_id));
    return score ? [{ model_id, score }] : [];
  });
  means.sort((one, other) => other.score.mean - one.score.mean);
  return {
    name: writeCampaignName(result),
    suite_id,
    run_profile,
    evaluation_profile,
    subjects: subjects.size,
    cases: cases.size,
    trials: trials.length,
    scored: states.filter((state) => state === "scored" || state === "checked").length,
    best: means[0] ?? null,
    means: means.map(({ score }) => score.mean),
    passed:
      decided.length === 0
        ? null
        : { passed: decided.filter(({ evaluation }) => evaluation!.passed).length, decided: decided.length },
    cost: describeCosts(result),
    ...campaignState(states, subjects.size * cases.size * repetitions, running),
    last_at: new Date(last_at).toISOString(),
  };
}

/** Computes a subject's score from the index. */
export function storedScore({ trials }: Pick<ListedResult, "trials">, modelId: string): ClusteredMean | Undefined {
  const own = trials.filter(({ model_id }) => model_id === modelId);
  return subjectScore(
    scoresByCase(own.map(({ case_id, evaluation }) => ({ case_id, score: evaluation?.score ?? null }))),
  );
}

/** Describes what its runs and judges cost, regardless of who paid and when. */
function describeCosts({ trials }: ListedResult): string {
  const costs = trials.flatMap(({ run, evaluation }) =>
    [run?.cost_usd, run?.user_cost_usd, evaluation?.judging_cost_usd].filter((cost) => typeof cost === "number"),
  );
  return costs.length === 0 ? "not reported" : formatUsd(costs.reduce((sum, cost) => sum + cost, 0));
}
