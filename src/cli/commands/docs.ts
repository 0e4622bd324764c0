import type { RegisterCommand } from "../options/command.ts";

export const registerDocs: RegisterCommand = (command, terminal) => {
  command
    .argument("[page]", "which one to print, as Markdown; without it they are listed")
    .addHelpText(
      "after",
      `
Examples:
  $ assay docs
  $ assay docs tutorial | less`,
    )
    .action(async (name: string | undefined) => {
      const { listPages, readPage } = await import("../../operations/index.ts");
      if (name !== undefined) return terminal.out(await readPage({ name }));
      const { columns } = await import("../../text/presentation/index.ts");
      terminal.out(columns((await listPages()).map((page) => [page.name, page.title])));
    });
};
