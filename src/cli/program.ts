import { Command } from "commander";
import { wrapLines } from "../presentation/index.ts";
import { commands } from "./commands/index.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { pageOf } from "./words/page-of-command.ts";
import { addWorkspaceOption } from "./words/workspace-option.ts";

/** As wide as help is where nobody says how wide it may be. */
const PIPED_WIDTH = 80;

/** Everything that can be said after `assay`. */
export function buildProgram(version: string, terminal: Terminal, finish: (code: number) => void): Command {
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
  for (const register of commands) register(program, terminal, finish);
  addWorkspaceOption(program, terminal);
  for (const command of program.commands) nameItsPage(command);
  return program;
}

function nameItsPage(command: Command): void {
  command.addHelpText("after", `\nMore: assay docs ${pageOf(command)}`);
  for (const child of command.commands) nameItsPage(child);
}
