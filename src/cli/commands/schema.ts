import type { RegisterCommand } from "../command.ts";
import { UsageError } from "../exit-codes.ts";

export const registerSchema: RegisterCommand = (program, terminal) => {
  program
    .command("schema")
    .description("print the JSON Schema of a kind of file, for editors")
    .argument("[kind]", "test-case, suite, run-profile, evaluation-profile, agent, rubric or batch-spec")
    .option("--write <folder>", "write the schemas of all kinds into a folder, as <kind>.json")
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
    .action(async (kind: string | undefined, { write }: { write?: string }) => {
      const config = await import("../../config/index.ts");
      if (write !== undefined) {
        const { mkdir, writeFile } = await import("node:fs/promises");
        const { join, resolve } = await import("node:path");
        const { plural } = await import("../../presentation/index.ts");
        const folder = resolve(terminal.cwd, write);
        await mkdir(folder, { recursive: true });
        for (const [name, text] of config.schemaFiles()) await writeFile(join(folder, name), text);
        terminal.err(`${plural(config.FILE_KINDS.length, "schema")} written to ${write}`);
        return;
      }
      if (kind === undefined) {
        const { columns } = await import("../../presentation/index.ts");
        terminal.out(columns(config.FILE_KINDS.map(({ kind, description }) => [kind, description])));
        return;
      }
      const found = config.FILE_KINDS.find((candidate) => candidate.kind === kind);
      if (found === undefined) {
        const kinds = config.FILE_KINDS.map((candidate) => candidate.kind);
        // `case` is what people call a test-case.
        const whole = kinds.filter((name) => name.split("-").includes(kind));
        const suggestion =
          config.didYouMean(kind, kinds) ?? (whole.length === 1 ? config.didYouMean(whole[0]!, whole) : undefined);
        throw new UsageError(
          `no kind of file is called "${kind}"; there are ${kinds.join(", ")}.${suggestion ? ` ${suggestion}` : ""}`,
        );
      }
      terminal.out(JSON.stringify(config.jsonSchemaOf(found), null, 2));
    });
};
