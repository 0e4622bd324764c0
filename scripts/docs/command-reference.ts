import type { Command } from "commander";
import { buildWholeProgram } from "../../src/cli/program.ts";
import { openTerminal } from "../../src/cli/terminal/terminal.ts";

/** Wide enough for most descriptions, narrow enough for a page. */
const WIDTH = 110;

/** docs/cli.md: what `--help` says of every command. `npm run docs` writes it; a test compares. */
export async function commandReference(): Promise<string> {
  const program = await buildWholeProgram("", openTerminal());
  const sections = everyCommand(program, "assay").map(
    ([name, command]) => `## ${name}\n\n\`\`\`text\n${helpOf(command).trimEnd()}\n\`\`\`\n`,
  );
  return `# Every command

What \`--help\` says, made from the program itself. [Gates and exit codes](gates.md) has the exit codes of all commands in one table.

${sections.join("\n")}`;
}

function everyCommand(command: Command, name: string): [name: string, command: Command][] {
  // Commands that only the completion scripts call are not documented.
  const shown = command.commands.filter((child) => !child.name().startsWith("__"));
  return [[name, command], ...shown.flatMap((child) => everyCommand(child, `${name} ${child.name()}`))];
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => WIDTH }).outputHelp();
  return text;
}
