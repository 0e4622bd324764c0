import { mayAsk, openQuestions } from "../terminal/confirm.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { JudgingWords } from "../words/judging-words.ts";

/** Nothing is paid for unless somebody said so: beforehand, by a limit or `--yes`, or now. */
export async function agreedToPay(
  terminal: Terminal,
  { yes, maxCostUsd, quiet }: JudgingWords,
  foreseen: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (yes || maxCostUsd !== undefined) return true;
  if (!mayAsk(terminal)) {
    terminal.err("Not run, because it may cost money: allow it with --yes or --max-cost-usd <amount>.");
    return false;
  }
  if (quiet) terminal.err(foreseen);
  const questions = openQuestions(terminal, signal);
  try {
    const answer = await questions.ask("Run it? [y/N] ");
    // The keyboard's own Ctrl-C does not reach the process while a question is open.
    if (questions.isInterrupted()) process.kill(process.pid, "SIGINT");
    const isYes = /^y(?:es)?$/i.test(answer?.trim() ?? "");
    if (!isYes) terminal.err("Not run.");
    return isYes;
  } finally {
    questions.close();
  }
}
