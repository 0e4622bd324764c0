import type { RegisterCommand } from "../options/command.ts";
import { quietOption } from "../options/quiet.ts";

export const registerInit: RegisterCommand = (command, terminal) => {
  command
    .argument("[directory]", "the folder; created if it does not exist", ".")
    .option("--template <name>", "the template to start from; --list-templates lists them", "quickstart")
    .option("--list-templates", "print the templates, and create nothing")
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
Existing files are never overwritten.

Examples:
  $ assay init my-evals
  $ cd my-evals && assay validate
  $ assay init --list-templates
  $ assay init --template checks my-checks`,
    )
    .action(async (directory: string, options: { template: string; listTemplates?: true; quiet?: boolean }) => {
      const { init, listTemplates } = await import("../../operations/index.ts");
      const templates = await listTemplates();
      if (options.listTemplates) {
        const { columns } = await import("../../text/presentation/index.ts");
        terminal.out(columns(templates.map(({ name, description }) => [name, description])));
        return;
      }
      const files = await init({ cwd: terminal.cwd, directory, template: options.template });
      for (const file of files) terminal.out(directory === "." ? file : `${directory}/${file}`);
      if (!files.includes(".gitignore"))
        terminal.err("\n.gitignore already existed and was not changed; it should list outputs/ and .env");
      const { next } = templates.find(({ name }) => name === options.template)!;
      const { shellWord } = await import("../../text/presentation/index.ts");
      const enter = directory === "." ? [] : [`cd ${shellWord(directory)}`];
      if (!options.quiet) terminal.err(`\nNext:\n${[...enter, ...next].map((line) => `  ${line}`).join("\n")}`);
    });
};
