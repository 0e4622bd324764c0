import { agree, formatFixed, plural } from "../presentation/index.ts";
import type { CampaignReport } from "../report/index.ts";

/** Everything for which a judged campaign counts as failed, as sentences. */
export function missedThresholds(report: CampaignReport, options: { failUnder?: number } = {}): string[] {
  const { trials, model_summaries, aggregation } = report;
  const { failUnder } = options;
  const count = (one: string, many: string, matching: typeof trials) =>
    matching.length > 0
      ? [`${matching.length} of ${plural(trials.length, "trial")} ${agree(matching.length, one, many)}`]
      : [];
  const checkedOnly = trials.every(({ judge_runs }) => judge_runs.length === 0);
  return [
    ...count(
      "did not end with status success",
      "did not end with status success",
      trials.filter(({ run_status }) => run_status !== null && run_status !== "success"),
    ),
    ...count(
      "was not run",
      "were not run",
      trials.filter(({ state }) => state === "not_run"),
    ),
    ...(checkedOnly
      ? count(
          "has checks that did not pass",
          "have checks that did not pass",
          trials.filter(({ checks }) => checks.passed < checks.total),
        )
      : count(
          "has no score",
          "have no score",
          trials.filter(({ state }) => state === "unscored" || state === "not_judged"),
        )),
    ...count(
      "is scored without one of its judges",
      "are scored without one of their judges",
      trials.filter(({ score, judge_runs }) => score !== null && judge_runs.some((run) => run.score === null)),
    ),
    ...count(
      `scores below the pass_threshold of ${aggregation.pass_threshold}`,
      `score below the pass_threshold of ${aggregation.pass_threshold}`,
      trials.filter(({ passed }) => passed === false),
    ),
    ...model_summaries
      .filter(({ score }) => failUnder !== undefined && (score === null || score < failUnder - ROUNDING))
      .map(
        ({ model_id, score }) =>
          `${model_id} scores ${score === null ? "nothing" : formatFixed(score, 2)}, --fail-under is ${failUnder}`,
      ),
  ];
}

/** A mean of equal scores may end up a digit of its sixteenth place below them; that misses no threshold. */
const ROUNDING = 1e-9;
