import { mayAsk, openQuestions } from "../terminal/confirm.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { JudgingWords } from "../words/judging-words.ts";

/** Confirms spending, unless `--yes` or a cost limit already does. */
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
    // readline takes the keyboard's Ctrl-C while a question is open, so pass it on.
    if (questions.isInterrupted()) process.kill(process.pid, "SIGINT");
    const isYes = /^y(?:es)?$/i.test(answer?.trim() ?? "");
    if (!isYes) terminal.err("Not run.");
    return isYes;
  } finally {
    questions.close();
  }
}
