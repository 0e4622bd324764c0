import type { CheckOutcome, JudgedCampaign } from "../../records/index.ts";
import type { ClusteredMean, PassCount, Undefined } from "../../statistics/index.ts";
import { rateOverCases } from "../statistics/model-statistics.ts";

/** Check of a model over all cases that have it. */
export interface CheckSummary {
  check_id: string;
  model_id: string;
  /** True if any case requires it. */
  required: boolean;
  /** Trials by result; undecided ones say nothing about the model. */
  passed: number;
  failed: number;
  error: number;
  /** Share of passing decided trials, weighting cases equally, with its 95 % interval. */
  rate: ClusteredMean | Undefined;
}

/** Summarizes every check by name and model, in the order of cases and models. */
export function checkSummaries({ models, trials }: JudgedCampaign): CheckSummary[] {
  const byName = new Map<string, Map<string, Found[]>>();
  for (const { model_id, case_id, checks } of trials)
    for (const { check_id, outcome, required } of checks.outcomes) {
      const byModel = byName.get(check_id) ?? new Map<string, Found[]>();
      byName.set(check_id, byModel);
      const found = byModel.get(model_id) ?? [];
      byModel.set(model_id, found);
      found.push({ case_id, outcome, required });
    }
  return [...byName].flatMap(([check_id, byModel]) =>
    models.flatMap(({ model_id }) => {
      const found = byModel.get(model_id);
      return found ? [{ check_id, model_id, ...summaryOf(found) }] : [];
    }),
  );
}

type Found = Pick<CheckOutcome, "outcome" | "required"> & { case_id: string };

function summaryOf(found: readonly Found[]): Omit<CheckSummary, "check_id" | "model_id"> {
  const count = (wanted: Found["outcome"]) => found.filter(({ outcome }) => outcome === wanted).length;
  return {
    required: found.some(({ required }) => required),
    passed: count("passed"),
    failed: count("failed"),
    error: count("error"),
    rate: rateOverCases(byCase(found), 1),
  };
}

function byCase(found: readonly Found[]): PassCount[] {
  const cases = new Map<string, PassCount>();
  for (const { case_id, outcome } of found) {
    if (outcome === "error") continue;
    const { runs, passed } = cases.get(case_id) ?? { runs: 0, passed: 0 };
    cases.set(case_id, { runs: runs + 1, passed: passed + (outcome === "passed" ? 1 : 0) });
  }
  return [...cases.values()];
}
