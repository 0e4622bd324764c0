import { agree, plural } from "../../text/presentation/index.ts";
import type { CampaignComparison } from "./compare-campaigns.ts";
import { judgeRegression, type RegressionVerdict } from "./regression.ts";

/** Decision of a gate: the verdict about scores, and unknown outcomes. */
export interface RegressionDecision extends RegressionVerdict {
  /** `undecided`: no regression shown, but some of the candidate's cases have unknown outcomes. Only `no_regression` passes. */
  decision: "regression" | "no_regression" | "undecided";
  /** Numbers of omitted trials, outdated or without a score. */
  left_out: { base: number; candidate: number };
}

/** Decides from current results. A missing score of the candidate may hide a failure, so it does not pass. */
export function decideRegression(comparison: CampaignComparison, margin: number): RegressionDecision {
  const { left_out, undecided_cases: undecided, cases } = comparison;
  const shown = judgeRegression(comparison, margin);
  const counts = { base: left_out.base.length, candidate: left_out.candidate.length };
  if (shown.regressed || undecided.length === 0)
    return { ...shown, decision: shown.regressed ? "regression" : "no_regression", left_out: counts };
  const [first] = undecided;
  const which = undecided.length === 1 ? first : `${first} and ${undecided.length - 1} more`;
  const missing = `the candidate has no current score in ${plural(undecided.length, "case")} where the base has one (${which})`;
  const rest = `In the ${plural(cases.length, "case")} that ${agree(cases.length, "is", "are")} current: ${shown.reason}`;
  const reason = `Not decided: ${missing}. \`assay run-eval\` runs and judges what is missing. ${rest}`;
  return { ...shown, decision: "undecided", left_out: counts, reason };
}
