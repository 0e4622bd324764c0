import type { AssayEvent, EventOf } from "../../../operations/index.ts";
import { formatCount, nounFor } from "../../../text/presentation/index.ts";
import type { Progress } from "../../progress/progress.ts";
import { sayRemarks } from "../../terminal/say-remarks.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Minimum time between lines about entries read. */
const SECONDS_BETWEEN_LINES = 2;

/** Shows one row per judge and counts its batches. */
export function batchProgress(progress: Progress, terminal: Terminal, quiet: boolean): (event: AssayEvent) => void {
  const groups = new Map<string, string>();
  const say = sayRemarks(terminal, progress.note);
  let saidAt = Date.now();

  function entriesRead(read: number): void {
    if (quiet || Date.now() - saidAt < SECONDS_BETWEEN_LINES * 1000) return;
    saidAt = Date.now();
    terminal.err(`Sampling: ${formatCount(read)} ${nounFor(read, "entry")} read`);
  }

  function begin(judges: { judge_id: string; model: string; batches: number }[]): void {
    // A single judge is shown by its model: its id tells nothing.
    for (const { judge_id, model } of judges) groups.set(judge_id, judges.length === 1 ? model : judge_id);
    progress.begin(
      "Judging batches",
      judges.map(({ judge_id, batches }) => ({ name: groups.get(judge_id)!, total: batches })),
    );
  }

  function ended(event: EventOf<"batch_ended">): void {
    const { name, scored, unscored, reused, cost_usd } = event;
    const group = groups.get(event.judge_id)!;
    progress.ended({
      group,
      name: groups.size === 1 ? name : `${group}, ${name}`,
      result: reused ? "reused" : scored === 0 ? "failed" : "done",
      detail: `${scored} scored${unscored > 0 ? `, ${unscored} unscored` : ""}`,
      costUsd: cost_usd,
    });
  }

  return (event) => {
    say(event);
    if (event.type === "entries_read") entriesRead(event.read);
    else if (event.type === "batches_planned") begin(event.judges);
    else if (event.type === "batch_started") progress.started(groups.get(event.judge_id)!);
    else if (event.type === "batch_ended") ended(event);
  };
}
