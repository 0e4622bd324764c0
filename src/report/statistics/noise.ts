import { type JudgedCampaign, verdictsOf } from "../../records/index.ts";
import {
  caseDifferences,
  mean,
  type Undefined,
  undefinedBecause,
  type VarianceComponents,
  variance,
  varianceComponents,
} from "../../statistics/index.ts";
import { judgeOffsets } from "./judge-agreement.ts";
import { type PurchaseOption, purchaseOptions } from "./purchase-options.ts";
import type { ModelScores } from "./score-table.ts";

export interface Noise {
  kind: "noise";
  /** Variances pooled over models. */
  components: VarianceComponents;
  /** Variance between cases that remains when two models are compared on the same cases; null with one model, where all of it counts. */
  case_by_model: number | null;
  /** Effect of doubling the spending on each thing on the intervals' width, best first. */
  next: PurchaseOption[];
  /** Unit of `next`: dollars, or calls if no provider reported a cost. */
  price_unit: "usd" | "calls";
}

/** Estimates sources of variance, and the effect of more data. */
export function noiseOf(result: JudgedCampaign, scores: Map<string, ModelScores>): Noise | Undefined {
  const perModel = nestedScores(result)
    .map(varianceComponents)
    .filter((components) => components.kind === "components");
  const components = pool(perModel);
  if (components.kind === "undefined") return components;
  const caseByModel = sharedCaseNoise(components, [...scores.values()]);
  const prices = pricesOf(result);
  return {
    kind: "noise",
    components,
    case_by_model: caseByModel,
    next: purchaseOptions(components, caseByModel, prices),
    price_unit: prices.unit,
  };
}

/** Collects verdict scores by model, case and run, minus each judge run's offset: constant strictness is no noise. */
function nestedScores({ judge_runs, models, cases, trials }: JudgedCampaign): number[][][][] {
  const offsets = offsetsOf(judge_runs, trials);
  const runs = new Map(
    models.map(({ model_id }) => [model_id, new Map(cases.map(({ case_id }) => [case_id, [] as number[][]]))]),
  );
  for (const { model_id, case_id, judge_runs: ofTrial } of trials) {
    const scores: number[] = [];
    for (const judgeRun of ofTrial) {
      const offset = offsets.get(judgeRun.judge_run_id) ?? 0;
      for (const score of verdictsOf(judgeRun)) scores.push(score - offset);
    }
    runs.get(model_id)?.get(case_id)?.push(scores);
  }
  return [...runs.values()].map((byCase) => [...byCase.values()]);
}

/** A single judge run has no offset, so skip the trials. */
function offsetsOf(judgeRuns: JudgedCampaign["judge_runs"], trials: JudgedCampaign["trials"]): Map<string, number> {
  if (judgeRuns.length < 2) return new Map();
  const ids = judgeRuns.map(({ judge_run_id }) => judge_run_id);
  const table = trials.map((trial) =>
    ids.map((id) => trial.judge_runs.find(({ judge_run_id }) => judge_run_id === id)?.score ?? null),
  );
  return new Map(judgeOffsets(ids, table)?.map(({ judge_run_id, offset }) => [judge_run_id, offset]) ?? []);
}

/** Averages components over models; undefined only if they are for all. */
function pool(perModel: readonly VarianceComponents[]): VarianceComponents | Undefined {
  const [first] = perModel;
  if (first === undefined) return undefinedBecause("there are no scores");
  const average = (part: "case" | "run" | "judge") => {
    const known = perModel.map((components) => components[part]).filter((value) => typeof value === "number");
    return known.length > 0 ? mean(known) : first[part];
  };
  return {
    kind: "components",
    case: average("case"),
    run: average("run"),
    judge: average("judge"),
    cases: Math.max(...perModel.map(({ cases }) => cases)),
    runs_per_case: mean(perModel.map(({ runs_per_case }) => runs_per_case)),
    judgements_per_run: mean(perModel.map(({ judgements_per_run }) => judgements_per_run)),
  };
}

/**
 * Estimates σ²_case×model from differences of two models on the same case, which vary by 2 (σ²_case×model + σ²_run/R + σ²_judge/RJ),
 * averaged over all pairs.
 */
function sharedCaseNoise(components: VarianceComponents, sides: readonly ModelScores[]): number | null {
  const variances = sides.flatMap((first, index) =>
    sides.slice(index + 1).flatMap((second) => {
      const differences = caseDifferences(first, second);
      return differences.length > 1 ? [variance(differences)] : [];
    }),
  );
  if (variances.length === 0) return null;
  const { runs_per_case: runs, judgements_per_run: judgements } = components;
  const run = typeof components.run === "number" ? components.run : 0;
  const judge = typeof components.judge === "number" ? components.judge : 0;
  return Math.max(0, mean(variances) / 2 - run / runs - judge / (runs * judgements));
}

/** Averages the prices of runs and judge calls; counts each as one if unknown or zero. */
function pricesOf({ trials }: JudgedCampaign): { unit: "usd" | "calls"; run: number; judgement: number } {
  const runs: number[] = [];
  const judgements: number[] = [];
  for (const { run, judge_runs } of trials) {
    if (run?.cost_usd) runs.push(run.cost_usd);
    for (const { iterations } of judge_runs)
      for (const { cost_usd } of iterations) if (cost_usd) judgements.push(cost_usd);
  }
  if (runs.length === 0 || judgements.length === 0) return { unit: "calls", run: 1, judgement: 1 };
  return { unit: "usd", run: mean(runs), judgement: mean(judgements) };
}
