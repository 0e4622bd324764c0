import { agree, plural } from "../../text/presentation/index.ts";
import type { CampaignComparison } from "../compare/compare-campaigns.ts";
import type { Comparison } from "../statistics/comparison.ts";
import { type AnsweredComparison, answerAbout, type GateAnswer } from "./answer.ts";
import type { ChangedOutcomes } from "./changed-outcomes.ts";

/** Output of `assay gate --output json`. Differences are candidate minus base. */
export interface GateReport extends ChangedOutcomes {
  schema_version: 1;
  kind: "gate";
  /** `<suite_id>/<run_profile_id>/<evaluation_profile_id>`. */
  campaign: string;
  answer: GateAnswer;
  /** True for exit code 0. */
  passed: boolean;
  /** The answer and its basis, in plain words. */
  reason: string;
  /** Points by which the candidate may be worse. */
  margin: number;
  /** True if too little data fails. */
  strict: boolean;
  cases_needed: number | null;
  /** One per common subject; empty if there is only one. */
  subjects: (AnsweredComparison & { model_id: string })[];
  comparison: CampaignComparison;
}

export interface GateQuestion {
  campaign: string;
  margin: number;
  strict: boolean;
  /** True if both sides consist of the same answers, so that nothing can differ. */
  sameRuns: boolean;
}

/**
 * Decides about a candidate from the differences overall and by subject. A single subject may fail the gate; tests are corrected for the
 * number of subjects to limit false alarms.
 */
export function decideGate(
  comparison: CampaignComparison,
  outcomes: ChangedOutcomes,
  { campaign, margin, strict, sameRuns }: GateQuestion,
): GateReport {
  const { overall, models, undecided_cases: undecided } = comparison;
  const tests = Math.max(1, models.length);
  const all = sameRuns && isUnchanged(overall) ? UNCHANGED : answerAbout(overall, margin, 1);
  const subjects = models.map((one) => ({
    model_id: one.first.id,
    ...(sameRuns && isUnchanged(one) ? UNCHANGED : answerAbout(one, margin, tests)),
  }));
  const worse = subjects.filter(({ answer }) => answer === "regressed");
  const answer = worse.length > 0 ? "regressed" : all.answer;
  const missing =
    undecided.length === 0
      ? ""
      : ` The candidate has no current score in ${plural(undecided.length, "case")} where the base has one (${firstOf(undecided)}); \`assay run-eval\` runs and judges ${agree(undecided.length, "it", "them")}.`;
  const why = all.answer === "regressed" || worse.length === 0 ? all.sentence : worse[0]!.sentence;
  return {
    schema_version: 1,
    kind: "gate",
    campaign,
    answer,
    passed: answer !== "regressed" && undecided.length === 0 && !(strict && answer === "too_little_data"),
    reason: `${ANSWER_WORDS[answer]}: ${why}${missing}`,
    margin,
    strict,
    cases_needed: answer === "too_little_data" ? all.cases_needed : null,
    subjects,
    ...outcomes,
    comparison,
  };
}

export const ANSWER_WORDS: Record<GateAnswer, string> = {
  regressed: "Regressed",
  improved: "Improved",
  no_change_shown: "No change shown",
  too_little_data: "Too little data",
};

const UNCHANGED: AnsweredComparison = {
  answer: "no_change_shown",
  cases_needed: null,
  sentence: "Both sides have the same answers with the same scores.",
};

function isUnchanged({ difference }: Comparison): boolean {
  return difference.kind === "difference" && difference.better === 0 && difference.worse === 0;
}

function firstOf(ids: readonly string[]): string {
  return ids.length === 1 ? ids[0]! : `${ids[0]} and ${ids.length - 1} more`;
}
