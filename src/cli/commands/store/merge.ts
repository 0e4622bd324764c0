import type { FormatName } from "../../../report/formats/index.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { outputOption, printResult } from "../../options/output-format.ts";
import { EXIT } from "../../terminal/exit-codes.ts";

export const registerMerge: RegisterCommand = (store, terminal, finish) => {
  store
    .command("merge")
    .description("copy everything in other stores into this workspace's")
    .argument("<outputs...>", "outputs/ folders of other workspaces or machines")
    .addOption(outputOption("store_merge"))
    .addHelpText(
      "after",
      `
Records and files are named by their content, so merging is copying: nothing is overwritten, the order does not matter, and merging twice changes nothing
more. What was paid for there is not paid for again here. For work that was divided with --shard, the missing parts are listed.

A store that holds what no store has is refused, and nothing is written: a link or a pipe in its log, folders that are links, a link that leads out of
what a trial left. The message names the place.

Exit codes: 0 merged, 2 one of the folders is not a store, was refused, or could not be merged completely.

Examples:
  $ assay store merge ../other-machine/outputs
  $ assay store merge shards/*/outputs --output json`,
    )
    .action(async (from: string[], { output }: { output: FormatName }) => {
      const { mergeStore } = await import("../../../operations/index.ts");
      const { cwd, env } = terminal;
      await printResult(terminal, "store_merge", output, await mergeStore({ cwd, env, from }));
      finish(EXIT.ok);
    });
};
