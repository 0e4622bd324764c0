import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import type { Terminal } from "./terminal.ts";

/** Returns whether a person can answer: both ends are terminals, and this is not CI. */
export function canAsk(terminal: Terminal): boolean {
  return terminal.interactive && isatty(0);
}

/** Asks on stderr, one line at a time. After Ctrl-C, Ctrl-D or an abort, every answer is null. */
export function openQuestions(terminal: Terminal, signal?: AbortSignal) {
  const lines = createInterface({ input: terminal.stdin(), output: process.stderr });
  const closed = new AbortController();
  let isInterrupted = false;
  lines.once("SIGINT", () => {
    isInterrupted = true;
    lines.close();
  });
  lines.once("close", () => closed.abort());
  const ended = signal ? AbortSignal.any([signal, closed.signal]) : closed.signal;
  return {
    async ask(question: string): Promise<string | null> {
      if (ended.aborted) return null;
      return await lines.question(question, { signal: ended }).catch((error: Error) => {
        if (ended.aborted) return null;
        throw error;
      });
    },
    isInterrupted: () => isInterrupted,
    close: () => lines.close(),
  };
}
