import type { AssayEvent, EventOf } from "../../../operations/index.ts";
import { plural, visibleLine } from "../../../text/presentation/index.ts";
import { openProgress } from "../../progress/progress.ts";
import { sayRemarks } from "../../terminal/say-remarks.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export interface RubricProgress {
  onEvent(event: AssayEvent): void;
  note(message: string): void;
  /** Reasons for missing answers, each once, in order of appearance. */
  whyUnanswered(): string[];
  end(): void;
}

/** Without redrawing, one line per call would make a log of millions of lines. */
const SECONDS_BETWEEN_LINES = 5;
/** The rest are in rejects.jsonl. */
const REJECTS_SHOWN = 5;
/** The rest are in invalid.csv. */
const REASONS_SHOWN = 3;

export function rubricProgress(terminal: Terminal, quiet: boolean): RubricProgress {
  const progress = openProgress(terminal, { quiet: quiet || !terminal.interactive });
  const say = sayRemarks(terminal, progress.note);
  const counts = { done: 0, total: 0, reused: 0, failed: 0 };
  const unanswered = new Set<string>();
  let rejects = 0;
  let saidAt = Date.now();
  const isTime = () => Date.now() - saidAt > SECONDS_BETWEEN_LINES * 1000;
  const sayNow = () => {
    if (quiet || terminal.interactive) return;
    const { done, total, reused, failed } = counts;
    terminal.err(`[${done}/${total}] judged, ${reused} reused, ${failed} invalid or unanswered`);
    saidAt = Date.now();
  };

  function samplesRead(read: number): void {
    if (quiet || !isTime()) return;
    terminal.err(`${plural(read, "sample")} read`);
    saidAt = Date.now();
  }

  function sampleRefused(place: number, reason: string): void {
    rejects += 1;
    if (rejects <= REJECTS_SHOWN) terminal.err(`refused: entry ${place}: ${visibleLine(reason)}`);
  }

  function begin(judges: { judge_run_id: string; judgements: number }[]): void {
    counts.total = judges.reduce((sum, { judgements }) => sum + judgements, 0);
    progress.begin(
      "Judging",
      judges.map(({ judge_run_id, judgements }) => ({ name: judge_run_id, total: judgements })),
    );
    sayNow();
  }

  function judged({ judgement, reused }: EventOf<"sample_judged">): void {
    const { judge_run_id, sample, status, cost_usd, violations } = judgement;
    const failed = status !== "verdict";
    counts.done += 1;
    counts.reused += reused ? 1 : 0;
    counts.failed += failed ? 1 : 0;
    if (status === "unanswered" && unanswered.size < REASONS_SHOWN)
      for (const { message } of violations) unanswered.add(message);
    const result = reused ? "reused" : failed ? "failed" : "done";
    progress.ended({ group: judge_run_id, name: `sample ${sample}`, result, costUsd: cost_usd });
    if (isTime()) sayNow();
  }

  return {
    onEvent(event) {
      say(event);
      if (event.type === "sample_read") samplesRead(event.read);
      else if (event.type === "sample_refused") sampleRefused(event.place, event.reason);
      else if (event.type === "samples_planned") begin(event.judges);
      else if (event.type === "sample_judged") judged(event);
    },
    note: progress.note,
    whyUnanswered: () => [...unanswered].slice(0, REASONS_SHOWN),
    end: progress.end,
  };
}
