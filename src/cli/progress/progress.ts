import { visibleText } from "../../text/presentation/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { progressLines } from "./progress-lines.ts";
import { liveProgress } from "./progress-live.ts";
import type { WorkersState } from "./progress-state.ts";

/** A finished trial, judge call or batch. */
export interface EndedItem {
  group: string;
  /** Shown as is, such as `gpt4o_mini/refund #2`. */
  name: string;
  result: "done" | "reused" | "failed";
  /** A status, score or reason to show beside the result. */
  detail?: string;
  /** True for a reused item that was announced with `started` before its reuse was known. */
  wasStarted?: boolean;
  /** New cost, null if unknown; ignored for reused items. */
  costUsd?: number | null;
  durationMs?: number;
}

/** Shows the progress of a long command on stderr. It only receives events and is never asked for anything. */
export interface Progress {
  /** Starts a phase with one row per group (a model, a judge). May be called again for the next phase. */
  begin(title: string, groups: { name: string; total: number }[]): void;
  started(group: string): void;
  ended(item: EndedItem): void;
  /** Sets how many workers there are and how much was given to them. */
  elsewhere(workers: WorkersState): void;
  /** Shows a warning or a reason for stopping, even when quiet. */
  note(message: string): void;
  /** Restores the terminal. */
  end(): void;
}

/**
 * Opens redrawn rows on a terminal, or one line per item elsewhere; with `quiet`, only notes.
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
