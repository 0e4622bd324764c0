import type { RegisterCommand } from "../words/command.ts";

export const registerInit: RegisterCommand = (program, terminal) => {
  program
    .command("init")
    .description("create a workspace that validates and runs offline, without a key")
    .argument("[directory]", "where; created when it is not there", ".")
    .option("--template <name>", "what to begin with; --list-templates says what there is", "quickstart")
    .option("--list-templates", "print the templates, and create nothing")
    .addHelpText(
      "after",
      `
Nothing that is already there is overwritten.

Examples:
  $ assay init my-evals
  $ cd my-evals && assay validate
  $ assay init --list-templates
  $ assay init --template checks my-checks`,
    )
    .action(async (directory: string, options: { template: string; listTemplates?: true }) => {
      const { init, listTemplates } = await import("../../operations/index.ts");
      const templates = await listTemplates();
      if (options.listTemplates) {
        const { columns } = await import("../../presentation/index.ts");
        terminal.out(columns(templates.map(({ name, description }) => [name, description])));
        return;
      }
      const files = await init({ cwd: terminal.cwd, directory, template: options.template });
      for (const file of files) terminal.out(directory === "." ? file : `${directory}/${file}`);
      if (!files.includes(".gitignore"))
        terminal.err("\n.gitignore was there before and is unchanged; outputs/ and .env should be in it");
      const { next } = templates.find(({ name }) => name === options.template)!;
      const enter = directory === "." ? [] : [`cd ${directory}`];
      terminal.err(`\nNext:\n${[...enter, ...next].map((line) => `  ${line}`).join("\n")}`);
    });
};
