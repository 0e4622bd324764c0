import type { FormatName } from "../../../report/formats/index.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { outputOption, printResult } from "../../options/output-format.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { sayRemarks } from "../../terminal/say-remarks.ts";
import { registerMerge } from "./merge.ts";
import { registerPrune } from "./prune.ts";
import { registerWeights } from "./weights.ts";

const EMPTY = "Nothing is stored yet; `assay run` and `assay run-eval` store what they do.";

/** `assay store …`: shows, verifies, cleans and merges what outputs/ holds. */
export const registerStore: RegisterCommand = (store, terminal, finish) => {
  // A command of its own keeps its options apart from those of the others.
  store
    .command("overview", { isDefault: true })
    .description(
      "say what the store holds, how large it is and when it was last written to; `assay store` alone does the same",
    )
    .addOption(outputOption("store_overview"))
    .addHelpText(
      "after",
      `
Examples:
  $ assay store
  $ assay store --output json`,
    )
    .action(async ({ output }: { output: FormatName }) => {
      const { storeOverview } = await import("../../../operations/index.ts");
      const { cwd, env } = terminal;
      const overview = await storeOverview({ cwd, env }, { onEvent: sayRemarks(terminal) });
      if (overview.sizes.log.files === 0 && output === "text") terminal.err(EMPTY);
      else await printResult(terminal, "store_overview", output, overview);
    });
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
      const { listStore } = await import("../../../operations/index.ts");
      const { cwd, env } = terminal;
      const listing = await listStore({ cwd, env }, { onEvent: sayRemarks(terminal) });
      if (listing.campaigns.length === 0 && output === "text") terminal.err(EMPTY);
      else await printResult(terminal, "store", output, listing);
    });
  store
    .command("verify")
    .alias("check")
    .description("re-read every record and every trial file, check them against their hashes, and list what is damaged")
    .addOption(outputOption("store_check"))
    .addHelpText(
      "after",
      `
This checks bytes: whether the store still holds exactly what was written. Whether the scores follow from it is what \`assay verify\` checks.
Nothing is changed. \`assay store merge\` brings in intact copies of damaged records, if another store has them.

Exit codes: 0 everything is intact, or another copy is, 1 something is damaged.

Examples:
  $ assay store verify
  $ assay store verify --output json`,
    )
    .action(async ({ output }: { output: FormatName }) => {
      const { checkStore } = await import("../../../operations/index.ts");
      const { cwd, env } = terminal;
      const check = await checkStore({ cwd, env });
      await printResult(terminal, "store_check", output, check);
      const isLost = check.damaged_records.some(({ healed }) => !healed) || check.damaged_files.length > 0;
      finish(isLost ? EXIT.failed : EXIT.ok);
    });
  registerMerge(store, terminal, finish);
  registerPrune(store, terminal, finish);
  registerWeights(store, terminal, finish);
};
