import type { RegisterCommand } from "../options/command.ts";
import { quietOption } from "../options/quiet.ts";

export const registerSchema: RegisterCommand = (command, terminal) => {
  command
    .argument(
      "[kind]",
      "test-case, suite, run-profile, evaluation-profile, agent, tool, rubric, batch-spec or workspace",
    )
    .option("--write <folder>", "write the schemas of all kinds into a folder, as <kind>.json")
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
An editor with the YAML language server then completes and checks fields when a file starts with
  # yaml-language-server: $schema=<path to the schema, relative to the file>

Examples:
  $ assay schema                              which kinds there are
  $ assay schema test-case > test-case.json
  $ assay schema --write configs/.schemas     where the files of \`assay init\` look for them`,
    )
    .action(async (kind: string | undefined, { write, quiet }: { write?: string; quiet?: boolean }) => {
      const { listSchemas, schema, writeSchemas } = await import("../../operations/index.ts");
      if (write !== undefined) {
        const written = await writeSchemas({ cwd: terminal.cwd, folder: write });
        const { plural } = await import("../../text/presentation/index.ts");
        if (!quiet) terminal.err(`${plural(written, "schema")} written to ${write}`);
      } else if (kind === undefined) {
        const { columns } = await import("../../text/presentation/index.ts");
        terminal.out(columns((await listSchemas()).map((known) => [known.kind, known.description])));
      } else terminal.out(JSON.stringify(await schema(kind), null, 2));
    });
};
