import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { UsageError } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Lets every command be called for another workspace, as `git -C` does: relative paths start there too. */
export function addWorkspaceOption(program: Command, terminal: Terminal): void {
  for (const command of leavesOf(program))
    command.addOption(new Option("--workspace <folder>", "work as if started in this folder"));
  program.hook("preAction", (_, command) => {
    const { workspace } = command.opts<{ workspace?: string }>();
    if (workspace === undefined) return;
    const folder = resolve(terminal.cwd, workspace);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`--workspace ${workspace}: there is no such folder`);
    terminal.cwd = folder;
  });
}

/** Commands with an action, except internal ones. */
function leavesOf(command: Command): Command[] {
  if (command.name().startsWith("__")) return [];
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}
