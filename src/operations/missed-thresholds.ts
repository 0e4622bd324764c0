import type { CampaignReport } from "../report/index.ts";

/** Everything for which a judged campaign counts as failed, as sentences. */
export function missedThresholds(
  { trials, model_summaries, aggregation }: CampaignReport,
  { failUnder }: { failUnder?: number } = {},
): string[] {
  const count = (name: string, matching: typeof trials) =>
    matching.length > 0 ? [`${matching.length} of ${trials.length} ${name}`] : [];
  const checkedOnly = trials.every(({ judge_runs }) => judge_runs.length === 0);
  return [
    ...count(
      "trials did not end with status success",
      trials.filter(({ run_status }) => run_status !== null && run_status !== "success"),
    ),
    ...count(
      "trials were not run",
      trials.filter(({ state }) => state === "not_run"),
    ),
    ...(checkedOnly
      ? count(
          "trials have checks that did not pass",
          trials.filter(({ checks }) => checks.passed < checks.total),
        )
      : count(
          "trials have no score",
          trials.filter(({ state }) => state === "unscored" || state === "not_judged"),
        )),
    ...count(
      "trials are scored without one of their judges",
      trials.filter(({ score, judge_runs }) => score !== null && judge_runs.some((run) => run.score === null)),
    ),
    ...count(
      `trials score below the pass_threshold of ${aggregation.pass_threshold}`,
      trials.filter(({ passed }) => passed === false),
    ),
    ...model_summaries
      .filter(({ score }) => failUnder !== undefined && (score === null || score < failUnder - ROUNDING))
      .map(
        ({ model_id, score }) =>
          `${model_id} scores ${score === null ? "nothing" : score.toFixed(2)}, --fail-under is ${failUnder}`,
      ),
  ];
}

/** A mean of equal scores may end up a digit of its sixteenth place below them; that misses no threshold. */
const ROUNDING = 1e-9;
