import type { JudgingFlags } from "../options/judging-flags.ts";
import { canAsk, openQuestions } from "../terminal/questions.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Confirms spending, unless `--yes` or a cost limit already does. */
export async function confirmCost(
  terminal: Terminal,
  { yes, maxCostUsd, quiet }: JudgingFlags,
  foreseen: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (yes || maxCostUsd !== undefined) return true;
  if (!canAsk(terminal)) {
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
