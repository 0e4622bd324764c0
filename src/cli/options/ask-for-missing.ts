import type { DefaultField } from "../../config/index.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import { openQuestions } from "../terminal/questions.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { DEFAULTED_FLAGS, type DefaultedFlags } from "./missing-flags.ts";

/** Lists everything missing with the known ids, then asks for each: a number, an id or a path. */
export async function askForMissing(
  terminal: Terminal,
  missing: DefaultField[],
  ids: Record<DefaultField, string[]>,
): Promise<DefaultedFlags> {
  const { visibleLine } = await import("../../text/presentation/index.ts");
  for (const field of missing) {
    const { flag, what } = DEFAULTED_FLAGS[field];
    terminal.err(`Which ${what}? (${flag})`);
    for (const [index, id] of ids[field].entries()) terminal.err(`  ${index + 1}  ${visibleLine(id)}`);
  }
  const questions = openQuestions(terminal);
  const answers: DefaultedFlags = {};
  try {
    for (const field of missing) {
      const { key, what } = DEFAULTED_FLAGS[field];
      while (answers[key] === undefined) {
        const answer = await questions.ask(`${what} [1]: `);
        if (answer === null) throw new UsageError("nothing was chosen, so nothing was done");
        answers[key] = chosen(answer, ids[field]);
      }
    }
  } finally {
    questions.close();
  }
  return answers;
}

/** Enter chooses the first id. A number beyond the list is asked again. */
function chosen(answer: string, ids: string[]): string | undefined {
  const written = answer.trim();
  if (written === "") return ids[0];
  return /^\d+$/.test(written) && !ids.includes(written) ? ids[Number(written) - 1] : written;
}
