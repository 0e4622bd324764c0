import { Command, Help } from "commander";
import { wrapLines } from "../text/presentation/index.ts";
import { COMMANDS, type CommandRow } from "./commands/table.ts";
import { addWorkspaceOption } from "./options/workspace-option.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Commander's width when the terminal does not report one. */
const PIPED_WIDTH = 80;

/** Builds the command line. Loads only the commands that `args` names; the others have just a name and a description. */
export async function buildProgram(
  version: string,
  terminal: Terminal,
  finish: (code: number) => void,
  args: readonly string[],
): Promise<Command> {
  const program = new Command("assay")
    .description("evaluate models and agents with judges you can audit")
    .version(version, "-V, --version")
    .showSuggestionAfterError()
    .showHelpAfterError("(add --help for what this command takes)")
    .configureOutput({
      writeOut: (text) => terminal.out(wrapLines(text, terminal.width)),
      writeErr: terminal.err,
      getOutHelpWidth: () => terminal.width ?? PIPED_WIDTH,
    })
    .exitOverride();
  const needsAll = COMMANDS.some(({ name, isHidden }) => isHidden && name === args[0]);
  for (const row of COMMANDS) {
    const command = program.command(row.name, { hidden: row.isHidden }).description(row.description);
    if (needsAll || args.includes(row.name)) (await row.load())(command, terminal, finish);
    namePage(command, row.page);
  }
  program.configureHelp({ subcommandTerm: (command) => termOf(command, program) });
  addWorkspaceOption(program, terminal);
  return program;
}

/** Builds the command line with every command loaded. */
export async function buildWholeProgram(version: string, terminal: Terminal): Promise<Command> {
  return await buildProgram(
    version,
    terminal,
    () => undefined,
    COMMANDS.map(({ name }) => name),
  );
}

export function findCommandRow(args: readonly string[]): CommandRow | undefined {
  return COMMANDS.find(({ name }) => name === args[0]);
}

function namePage(command: Command, page: string): void {
  command.addHelpText("after", `\nMore: assay docs ${page}`);
  for (const child of command.commands) namePage(child, page);
}

/** Returns a command's usage for the list: a command that is not loaded has no options, so its row supplies them. */
function termOf(command: Command, program: Command): string {
  const row = command.parent === program ? findCommandRow([command.name()]) : undefined;
  return row ? `${row.name} ${row.takes}`.trim() : new Help().subcommandTerm(command);
}
