import { visibleText } from "../../text/presentation/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { progressLines } from "./progress-lines.ts";
import { liveProgress } from "./progress-live.ts";
import type { WorkersState } from "./progress-state.ts";

/** One piece of work that ended: a trial, a judge call, a batch. */
export interface EndedItem {
  /** Name of its group, as given to `begin`. */
  group: string;
  /** `gpt4o_mini/refund #2`. */
  name: string;
  result: "done" | "reused" | "failed";
  /** What to say besides the result: a status, a score, a reason. */
  detail?: string;
  /** Of a reused item: whether it was announced by `started`, because nobody knew yet that it would be reused. */
  wasStarted?: boolean;
  /** New spend; null when unknown. Ignored for reused items. */
  costUsd?: number | null;
  durationMs?: number;
}

/** Shows how far a long command is, on stderr. A listener: it is told what happened and never asked. */
export interface Progress {
  /** What is going to be done, one row per group (a model, a judge). May be called again for a next phase. */
  begin(title: string, groups: { name: string; total: number }[]): void;
  started(group: string): void;
  ended(item: EndedItem): void;
  /** On how many other machines it goes on, and how much of it was given to them. */
  elsewhere(workers: WorkersState): void;
  /** A sentence for the user that must not be lost: a warning, or why things stop. Shown even when quiet. */
  note(message: string): void;
  /** Leaves the terminal as it was found. */
  end(): void;
}

/**
 * Rows that are redrawn on a terminal, one line per item elsewhere, and notes only with `quiet`.
 *
 * @example
 * const progress = openProgress(terminal, { quiet });
 * progress.begin("Judging", [{ name: "main_judge", total: 12 }]);
 * progress.started("main_judge");
 * progress.ended({ group: "main_judge", name: "refund #1", result: "done", detail: "8.5", costUsd: 0.002 });
 * progress.end();
 */
export function openProgress(terminal: Terminal, { quiet = false }: { quiet?: boolean } = {}): Progress {
  if (quiet) return quietProgress(terminal);
  return terminal.interactive ? liveProgress(terminal) : progressLines(terminal);
}

function quietProgress(terminal: Terminal): Progress {
  return {
    begin() {},
    started() {},
    ended() {},
    elsewhere() {},
    note: (message) => terminal.err(visibleText(message)),
    end() {},
  };
}
