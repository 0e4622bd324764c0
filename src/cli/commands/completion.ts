import { Argument } from "commander";
import { ASKED_COMMAND, FILES_MARK, SCRIPTS, SHELLS, type Shell } from "../completion/scripts.ts";
import type { RegisterCommand } from "../words/command.ts";

export const registerCompletion: RegisterCommand = (program, terminal) => {
  program
    .command("completion")
    .description("print the script that completes commands, flags and ids of the workspace in your shell")
    .addArgument(new Argument("<shell>", "which shell").choices(SHELLS))
    .addHelpText(
      "after",
      `
Commands, flags, formats, and the ids of suites, profiles, models, variants and cases around the current folder.

Examples:
  $ source <(assay completion bash)        # in ~/.bashrc
  $ source <(assay completion zsh)         # in ~/.zshrc, after compinit
  $ assay completion fish > ~/.config/fish/completions/assay.fish`,
    )
    .action((shell: Shell) => terminal.out(SCRIPTS[shell]));
  program
    .command(ASKED_COMMAND, { hidden: true })
    .argument("<shell>")
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (shell: Shell, words: string[]) => {
      // Whatever goes wrong, nobody wants to read it in the middle of a command line.
      const lines = await replies(shell, words).catch(() => []);
      if (lines.length > 0) terminal.out(lines.join("\n"));
    });

  async function replies(shell: Shell, given: string[]): Promise<string[]> {
    const { candidatesFor } = await import("../completion/candidates.ts");
    const { bashReply, shellWords } = await import("../completion/shell-words.ts");
    const [breaks = "", line = ""] = given;
    const typed =
      shell === "bash"
        ? shellWords(line)
        : { words: given.slice(0, -1), current: given.at(-1) ?? "", quote: "" as const };
    const found = await candidatesFor(program, typed.words.slice(1), typed.current, terminal.cwd);
    if (found.kind === "files") return [FILES_MARK];
    if (shell === "bash") return found.words.flatMap(({ value }) => bashReply(value, typed, breaks) ?? []);
    return found.words.map(({ value, description }) => (description === "" ? value : `${value}\t${description}`));
  }
};
