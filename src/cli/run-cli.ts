import { type Command, CommanderError } from "commander";
import { OperationError } from "../operations/index.ts";
import { buildProgram } from "./program.ts";
import { EXIT } from "./terminal/exit-codes.ts";
import { showError } from "./terminal/show-error.ts";
import { openTerminal, type Terminal } from "./terminal/terminal.ts";
import { pageOf } from "./words/page-of-command.ts";

/** Parses the words after `assay`, runs one command and gives its exit code. Another terminal than the process's own is for tests. */
export async function runCli(words: string[], version: string, terminal: Terminal = openTerminal()): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = buildProgram(version, terminal, (code) => (exitCode = code));
  try {
    await program.parseAsync(words, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const shown = await showError(terminal, error);
    if (shown === null) throw error;
    if (shown === EXIT.usage && terminal.interactive)
      terminal.err(terminal.errColors.dim(whereToRead(program, words, error)));
    return shown;
  }
}

/** For a person in front of it; a log is told what is wrong, and no more. */
function whereToRead(program: Command, words: string[], error: unknown): string {
  if (error instanceof OperationError && error.diagnostics.length > 0)
    return "`assay docs configuration` has every field.";
  const command = program.commands.find((candidate) => candidate.name() === words[0]) ?? program;
  return `\`assay docs ${pageOf(command)}\` has more about it.`;
}
