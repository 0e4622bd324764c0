import type { RegisterCommand } from "../../options/command.ts";

export const registerWeights: RegisterCommand = (store, terminal) => {
  store
    .command("weights")
    .description("print how long trials took, as JSON for `--shard-weights`")
    .addHelpText(
      "after",
      `
Without it shards are equally large; with it they take about equally long. Keep the file where every machine gets the same copy, such as beside the configuration.

Example:
  $ assay store weights > configs/shard-weights.json`,
    )
    .action(async () => {
      const { storeWeights } = await import("../../../operations/index.ts");
      const { cwd, env } = terminal;
      terminal.out(JSON.stringify(await storeWeights({ cwd, env }), null, 2));
    });
};
