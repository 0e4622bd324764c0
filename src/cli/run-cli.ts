import { CommanderError } from "commander";
import { ConfigError } from "../operations/index.ts";
import { buildProgram, findCommandRow } from "./program.ts";
import { EXIT } from "./terminal/exit-codes.ts";
import { showError } from "./terminal/show-error.ts";
import { openTerminal, type Terminal } from "./terminal/terminal.ts";

/** Parses the arguments after `assay`, runs one command and returns its exit code. Tests pass their own terminal. */
export async function runCli(args: string[], version: string, terminal: Terminal = openTerminal()): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = await buildProgram(version, terminal, (code) => (exitCode = code), args);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const shown = await showError(terminal, error);
    if (shown === null) throw error;
    if (shown === EXIT.usage && terminal.interactive) terminal.err(terminal.errColors.dim(whereToRead(args, error)));
    return shown;
  }
}

/** Points to the documentation, for people at a terminal only. */
function whereToRead(args: string[], error: unknown): string {
  if (error instanceof ConfigError) return "`assay docs configuration` has every field.";
  return `\`assay docs ${findCommandRow(args)?.page ?? "index"}\` has more about it.`;
}
