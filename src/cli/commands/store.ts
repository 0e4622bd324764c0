import type { FormatName } from "../../report/formats/index.ts";
import { EXIT } from "../terminal/exit-codes.ts";
import { sayRemarks } from "../terminal/listen.ts";
import type { RegisterCommand } from "../words/command.ts";
import { outputOption, printResult } from "../words/output-format.ts";

export const registerStore: RegisterCommand = (program, terminal, finish) => {
  const store = program.command("store").description("see what outputs/ holds, and bring stores together");
  store
    .command("list")
    .description("list the stored campaigns and how they were judged")
    .addOption(outputOption("store"))
    .addHelpText(
      "after",
      `
The names are those that \`assay compare\` and \`assay files\` take.

Examples:
  $ assay store list
  $ assay store list --output json`,
    )
    .action(async ({ output }: { output: FormatName }) => {
      const { listStore } = await import("../../operations/index.ts");
      const { cwd, env } = terminal;
      const listing = await listStore({ cwd, env }, { onEvent: sayRemarks(terminal) });
      if (listing.campaigns.length === 0 && output === "text")
        terminal.err("Nothing is stored yet; `assay run` and `assay run-eval` store what they do.");
      else await printResult(terminal, "store", output, listing);
    });
  store
    .command("check")
    .description(
      "read every record and every file that trials left, and hold them against their hashes; changes nothing",
    )
    .addOption(outputOption("store_check"))
    .addHelpText(
      "after",
      `
Exit codes: 0 everything is whole or has another copy that is, 1 something is damaged.

Examples:
  $ assay store check
  $ assay store check --output json`,
    )
    .action(async ({ output }: { output: FormatName }) => {
      const { checkStore } = await import("../../operations/index.ts");
      const { cwd, env } = terminal;
      const check = await checkStore({ cwd, env });
      await printResult(terminal, "store_check", output, check);
      const isLost = check.damaged_records.some(({ healed }) => !healed) || check.damaged_files.length > 0;
      finish(isLost ? EXIT.failed : EXIT.ok);
    });
  store
    .command("merge")
    .description("bring everything of another store into this workspace's")
    .argument("<outputs>", "the outputs/ folder of another workspace or machine")
    .addHelpText(
      "after",
      `
Nothing is overwritten, and merging twice changes nothing more. What was paid for there is not paid for again here.

Example:
  $ assay store merge ../other-machine/outputs`,
    )
    .action(async (from: string) => {
      const { mergeStore } = await import("../../operations/index.ts");
      const { plural } = await import("../../presentation/index.ts");
      const { cwd, env } = terminal;
      const { segments, artifacts } = await mergeStore({ cwd, env, from });
      terminal.out(`${plural(segments, "log segment")} and ${plural(artifacts, "folder")} of trial files brought in`);
    });
};
