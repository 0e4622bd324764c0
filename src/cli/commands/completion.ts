import { Argument } from "commander";
import { SCRIPTS, SHELLS, type Shell } from "../completion/scripts.ts";
import type { RegisterCommand } from "../options/command.ts";

export const registerCompletion: RegisterCommand = (command, terminal) => {
  command
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
};
