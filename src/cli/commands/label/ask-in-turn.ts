import { createInterface } from "node:readline";
import type { Adjudication, LabelSession } from "../../../operations/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { HELP, taskText } from "./task-text.ts";

/**
 * Shows one packet at a time and stores each answer as its line is typed, so it works at a keyboard and in a pipe. Returns whether it was
 * interrupted; answers given before that are stored.
 */
export async function askInTurn(session: LabelSession | Adjudication, terminal: Terminal): Promise<boolean> {
  if (session.current() === null) {
    terminal.out(nothingLeft(session));
    return false;
  }
  const lines = createInterface({ input: terminal.stdin(), terminal: false });
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    lines.close();
  };
  process.once("SIGINT", interrupt);
  let aside: { quote?: string; note?: string } = {};
  const show = () => {
    aside = {};
    terminal.out(taskText(session, terminal));
  };
  try {
    show();
    for await (const line of lines) {
      const [, key = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/.exec(line) ?? [];
      if (key === "") continue;
      if (key === "x") break;
      if (key === "?") terminal.out(HELP);
      else if (key === "q" || key === "n") terminal.out(keepAside(aside, key === "q" ? "quote" : "note", rest));
      else if (key === "s") session.skip();
      else if (key === "z") {
        if (!(await session.undo())) terminal.out("There is nothing to undo.");
      } else {
        const read = session.read(line);
        const problem = "problem" in read ? read : await session.answer({ ...aside, value: read.value });
        if (problem !== null) {
          terminal.out(`${problem.problem} ? explains the keys.`);
          continue;
        }
      }
      if (session.current() === null) break;
      if (!"?qn".includes(key)) show();
    }
  } finally {
    process.off("SIGINT", interrupt);
    lines.close();
  }
  terminal.out(ended(session));
  return isInterrupted;
}

function keepAside(aside: { quote?: string; note?: string }, field: "quote" | "note", words: string): string {
  if (words === "") {
    delete aside[field];
    return `No ${field}.`;
  }
  aside[field] = words;
  return `${field === "quote" ? "Quote" : "Note"} kept; it goes with the answer.`;
}

function nothingLeft(session: LabelSession): string {
  const { done } = session.progress();
  return done === 0 ? "There is nothing to label." : `All ${done} are labelled.`;
}

function ended(session: LabelSession): string {
  const { done, total } = session.progress();
  return `${done} of ${total} labelled.`;
}
