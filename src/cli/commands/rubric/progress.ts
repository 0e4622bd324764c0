import type { rubric } from "../../../judging/index.ts";
import { plural, visibleLine } from "../../../presentation/index.ts";
import { openProgress } from "../../progress.ts";
import type { Terminal } from "../../terminal.ts";

export interface RubricProgress {
  onSample(read: number): void;
  onReject(place: number, reason: string): void;
  begin(judges: { name: string; total: number }[]): void;
  onCall(call: rubric.JudgedCall): void;
  note(message: string): void;
  end(): void;
}

/** Where lines can't be redrawn, one line per call is a log of millions; one in so many seconds tells as much. */
const SECONDS_BETWEEN_LINES = 5;
/** The first few say what is wrong; all of them are in rejects.jsonl. */
const REJECTS_SHOWN = 5;

export function rubricProgress(terminal: Terminal, quiet: boolean): RubricProgress {
  const progress = openProgress(terminal, { quiet: quiet || !terminal.interactive });
  const counts = { done: 0, total: 0, reused: 0, failed: 0 };
  let saidAt = Date.now();
  const sayNow = () => {
    if (quiet || terminal.interactive) return;
    const { done, total, reused, failed } = counts;
    terminal.err(`[${done}/${total}] judged, ${reused} reused, ${failed} invalid or unanswered`);
    saidAt = Date.now();
  };
  let rejects = 0;
  return {
    onSample(read) {
      if (quiet || Date.now() - saidAt <= SECONDS_BETWEEN_LINES * 1000) return;
      terminal.err(`${plural(read, "sample")} read`);
      saidAt = Date.now();
    },
    onReject(place, reason) {
      rejects += 1;
      if (rejects <= REJECTS_SHOWN) terminal.err(`refused: entry ${place}: ${visibleLine(reason)}`);
    },
    begin(judges) {
      counts.total = judges.reduce((sum, { total }) => sum + total, 0);
      progress.begin("Judging", judges);
      sayNow();
    },
    onCall(call) {
      if (call.kind === "not asked") return;
      const { judgement, reused } = call;
      const failed = judgement.status !== "verdict";
      counts.done += 1;
      counts.reused += reused ? 1 : 0;
      counts.failed += failed ? 1 : 0;
      progress.ended({
        group: judgement.judge_run_id,
        name: `sample ${judgement.sample}`,
        result: reused ? "reused" : failed ? "failed" : "done",
        costUsd: judgement.cost_usd,
      });
      if (Date.now() - saidAt > SECONDS_BETWEEN_LINES * 1000) sayNow();
    },
    note: progress.note,
    end: progress.end,
  };
}
