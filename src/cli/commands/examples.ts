import type { RegisterCommand } from "../options/command.ts";

export const registerExamples: RegisterCommand = (command, terminal) => {
  command
    .argument("[name]", "which one to copy; without it they are listed")
    .argument("[directory]", "where to put it (default: a folder with its name)")
    .addHelpText(
      "after",
      `
Existing files are never overwritten.

Examples:
  $ assay examples
  $ assay examples checks && cd checks && cat README.md`,
    )
    .action(async (name: string | undefined, directory: string | undefined) => {
      const { copyExample, listExamples } = await import("../../operations/index.ts");
      if (name === undefined) {
        const { columns } = await import("../../text/presentation/index.ts");
        terminal.out(columns((await listExamples()).map((example) => [example.name, example.title])));
        return;
      }
      const folder = directory ?? name;
      const files = await copyExample({ cwd: terminal.cwd, name, directory: folder });
      for (const file of files) terminal.out(folder === "." ? file : `${folder}/${file}`);
      const readme = folder === "." ? "README.md" : `${folder}/README.md`;
      terminal.err(`\n${readme} says what it shows and how to run it.`);
    });
};
