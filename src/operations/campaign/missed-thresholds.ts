import type { TrialResult } from "../../records/index.ts";
import type { CampaignReport } from "../../report/index.ts";
import { agree, formatFixed, plural } from "../../text/presentation/index.ts";

export interface ThresholdOptions {
  /** Minimum mean score of every model. */
  failUnder?: number;
  /** Requires every check of every trial to pass, even optional ones. */
  failOnChecks?: boolean;
}

/**
 * Lists the reasons for which a judged campaign fails, and `assay report` ends with exit code 1.
 *
 * @example
 * const stored = await report({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * for (const sentence of await missedThresholds(stored, { failUnder: 7 })) console.log(sentence);
 */
export function missedThresholds(report: CampaignReport, options: ThresholdOptions = {}): string[] {
  const { trials, judge_runs, aggregation } = report;
  const isJudged = judge_runs.length > 0;
  const threshold = aggregation.pass_threshold;
  const count = (matching: TrialResult[], one: string, many: string, more = "") =>
    matching.length > 0
      ? [`${matching.length} of ${plural(trials.length, "trial")} ${agree(matching.length, one, many)}${more}`]
      : [];
  const same = (matching: TrialResult[], words: string) => count(matching, words, words);
  const withoutScore = trials.filter(({ state }) => state === "unscored" || state === "not_judged");
  const belowThreshold = trials.filter(({ score }) => threshold !== null && score !== null && score < threshold);
  const withoutJudge = trials.filter(
    ({ score, judge_runs: runs }) => score !== null && runs.some((run) => run.score === null),
  );
  return [
    ...nothingDecided(report),
    ...same(
      trials.filter(({ run_status }) => run_status !== null && run_status !== "success"),
      "did not end with status success",
    ),
    ...count(
      trials.filter(({ state }) => state === "not_run"),
      "was not run",
      "were not run",
    ),
    ...count(
      withoutScore,
      isJudged ? "has no score" : "was not checked",
      isJudged ? "have no score" : "were not checked",
    ),
    ...count(withoutJudge, "is scored without one of its judges", "are scored without one of their judges"),
    ...count(
      belowThreshold,
      `scores below the pass_threshold of ${threshold}`,
      `score below the pass_threshold of ${threshold}`,
    ),
    ...findMissedChecks(report, options, count),
    ...findMissedMeans(report, options),
  ];
}

/** Adds the most frequent reason, so that the user knows what to do. */
function nothingDecided({ trials, judge_runs, totals }: CampaignReport): string[] {
  if (judge_runs.length === 0) {
    if (trials.some(({ checks }) => checks.total > 0) || totals.checked < trials.length) return [];
    return ["nothing was decided: the evaluation profile asks no judge, and no selected case has a check"];
  }
  if (totals.scored > 0) return [];
  const reasons = new Map<string, number>();
  for (const { reason } of trials) if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const [most] = [...reasons].sort(([, one], [, other]) => other - one);
  return [`nothing was judged: no trial has a score${most ? `; ${most[0]}` : ""}`];
}

type Count = (matching: TrialResult[], one: string, many: string, more?: string) => string[];

/** Counts required checks; without judges or with `failOnChecks`, counts all. */
function findMissedChecks(
  { trials, judge_runs }: CampaignReport,
  { failOnChecks }: ThresholdOptions,
  count: Count,
): string[] {
  const having = (outcome: "failed" | "error", required: boolean) =>
    trials.filter(({ checks }) =>
      checks.not_passed.some((check) => check.outcome === outcome && (!required || check.required)),
    );
  const named = (matching: TrialResult[], outcome: "failed" | "error", required: boolean) => {
    const checks = matching.flatMap(({ checks }) =>
      checks.not_passed.filter((check) => check.outcome === outcome && (!required || check.required)),
    );
    return ` (${[...new Set(checks.map(({ check_id }) => check_id))].slice(0, 5).join(", ")})`;
  };
  const sentence = (outcome: "failed" | "error", required: boolean) => {
    const matching = having(outcome, required);
    const found = outcome === "failed" ? "that failed" : "that could not be decided";
    const which = required ? "a required check" : "a check";
    return count(matching, `has ${which} ${found}`, `have ${which} ${found}`, named(matching, outcome, required));
  };
  const every = failOnChecks === true || judge_runs.length === 0;
  const nothing = failOnChecks && trials.every(({ checks }) => checks.total === 0);
  return [
    ...sentence("failed", true),
    ...sentence("error", true),
    ...(every ? [...sentence("failed", false), ...sentence("error", false)] : []),
    ...(nothing ? ["no trial was checked, so --fail-on-checks has nothing to go by"] : []),
  ];
}

function findMissedMeans({ model_summaries }: CampaignReport, { failUnder }: ThresholdOptions): string[] {
  if (failUnder === undefined) return [];
  return model_summaries
    .filter(({ score }) => score === null || score < failUnder - ROUNDING)
    .map(
      ({ model_id, score }) =>
        `${model_id} scores ${score === null ? "nothing" : formatFixed(score, 2)}, --fail-under is ${failUnder}`,
    );
}

/** The mean of equal scores may be lower by a digit in the sixteenth place, which must not miss a threshold. */
const ROUNDING = 1e-9;
