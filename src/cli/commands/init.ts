import type { RegisterCommand } from "../words/command.ts";

export const registerInit: RegisterCommand = (program, terminal) => {
  program
    .command("init")
    .description("create a workspace that validates and runs offline, without a key")
    .argument("[directory]", "where; created when it is not there", ".")
    .addHelpText(
      "after",
      `
Nothing that is already there is overwritten.

Example:
  $ assay init my-evals
  $ cd my-evals && assay validate`,
    )
    .action(async (directory: string) => {
      const { init } = await import("../../operations/index.ts");
      const files = await init({ cwd: terminal.cwd, directory });
      for (const file of files) terminal.out(directory === "." ? file : `${directory}/${file}`);
      const enter = directory === "." ? "" : `  cd ${directory}\n`;
      terminal.err(`
Next:
${enter}  assay validate
  assay run-eval --suite quickstart --run-profile offline --evaluation-profile offline_judge`);
    });
};
