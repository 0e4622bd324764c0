import { batch } from "../../../judging/index.ts";
import type { Progress } from "../../progress.ts";

/** Shows one row per judge, and tells it of every batch. */
export function batchProgress(
  progress: Progress,
  measure: batch.Measure,
  drawn: batch.Drawn,
): (event: batch.BatchEvent) => void {
  // The only judge has no name of its own.
  const groupOf = (judgeId: string) => (measure.judges.length === 1 ? measure.judges[0]!.model : judgeId);
  progress.begin(
    "Judging batches",
    batch
      .plannedBatches(measure, drawn)
      .map(({ judge, batches }) => ({ name: groupOf(judge.judge_id), total: batches })),
  );
  return (event) => {
    const group = groupOf(event.judge_id);
    if (event.type === "started") {
      progress.started(group);
      return;
    }
    const { name, scored, unscored, reused, cost_usd } = event;
    progress.ended({
      group,
      name: measure.judges.length === 1 ? name : `${group}, ${name}`,
      result: reused ? "reused" : scored === 0 ? "failed" : "done",
      detail: `${scored} scored${unscored > 0 ? `, ${unscored} unscored` : ""}`,
      costUsd: cost_usd,
    });
  };
}
