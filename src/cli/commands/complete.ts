import type { Command } from "commander";
import { FILES_MARK, type Shell } from "../completion/scripts.ts";
import type { RegisterCommand } from "../options/command.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Called by completion scripts on every Tab. */
export const registerComplete: RegisterCommand = (command, terminal) => {
  command
    .argument("<shell>")
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (shell: Shell, words: string[]) => {
      // An error message would garble the line being typed.
      const lines = await completionLines(command.parent!, terminal, shell, words).catch(() => []);
      if (lines.length > 0) terminal.out(lines.join("\n"));
    });
};

async function completionLines(program: Command, terminal: Terminal, shell: Shell, given: string[]): Promise<string[]> {
  const { candidatesFor } = await import("../completion/candidates.ts");
  const { bashReply, splitShellWords } = await import("../completion/shell-words.ts");
  const [breaks = "", line = ""] = given;
  const typed =
    shell === "bash"
      ? splitShellWords(line)
      : { words: given.slice(0, -1), current: given.at(-1) ?? "", quote: "" as const };
  const found = await candidatesFor(program, typed.words.slice(1), typed.current, terminal.cwd);
  if (found.kind === "files") return [FILES_MARK];
  if (shell === "bash") return found.words.flatMap(({ value }) => bashReply(value, typed, breaks) ?? []);
  return found.words.map(({ value, description }) => (description === "" ? value : `${value}\t${description}`));
}
