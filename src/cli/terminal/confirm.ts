import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import type { Terminal } from "./terminal.ts";

/** Whether somebody sits there who can answer: both ends have to be a terminal, and no CI. */
export function mayAsk(terminal: Terminal): boolean {
  return terminal.interactive && isatty(0);
}

/** Asks on stderr, line by line. Ctrl-C, Ctrl-D and the signal end it, which gives null from then on. */
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
