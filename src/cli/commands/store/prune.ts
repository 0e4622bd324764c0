import type { FormatName } from "../../../report/formats/index.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { outputOption, printResult } from "../../options/output-format.ts";
import { campaignOption, yesOption } from "../../options/repeated-options.ts";
import { EXIT, UsageError } from "../../terminal/exit-codes.ts";

interface PruneFlags {
  olderThan?: number;
  campaign?: string[];
  superseded?: boolean;
  yes?: boolean;
  output: FormatName;
}

export const registerPrune: RegisterCommand = (store, terminal, finish) => {
  store
    .command("prune")
    .description("show what can be removed from the store; with --yes, remove it")
    .option(
      "--older-than <age>",
      "campaigns, judgings and answers that have not changed for this long: 12h, 30d, 8w, 1y",
      readAge,
    )
    .addOption(campaignOption().argParser(collect))
    .option("--superseded", "records that newer ones have replaced, and whatever only they need")
    .addOption(yesOption())
    .addOption(outputOption("store_pruning"))
    .addHelpText(
      "after",
      `
Without --yes nothing is changed. --campaign may be repeated, and a suite means all of its campaigns.
What other campaigns share is kept, and so is the record of what was spent. --older-than and --superseded also keep everything that has labels.
An interruption never loses anything that should stay, and the store can be read meanwhile. It does not start while a campaign runs or is judged.

Exit codes: 0 shown or removed, 2 nothing has that name, or the store is in use.

Examples:
  $ assay store prune --superseded
  $ assay store prune --older-than 30d --yes
  $ assay store prune --campaign my_suite/standard-1a2b3c4d --yes`,
    )
    .action(async ({ olderThan, campaign, superseded, yes, output }: PruneFlags) => {
      const { pruneStore } = await import("../../../operations/index.ts");
      const { cwd, env } = terminal;
      const before = olderThan === undefined ? undefined : new Date(Date.now() - olderThan);
      const pruning = await pruneStore({ cwd, env, before, campaigns: campaign, superseded, yes });
      await printResult(terminal, "store_pruning", output, pruning);
      finish(EXIT.ok);
    });
};

const HOUR = 3_600_000;
const UNITS: Record<string, number> = { h: HOUR, d: 24 * HOUR, w: 168 * HOUR, y: 8766 * HOUR };

function readAge(written: string): number {
  const [, number, unit] = /^(\d{1,6})([hdwy])$/.exec(written) ?? [];
  if (number === undefined || unit === undefined)
    throw new UsageError(`--older-than takes a number with h, d, w or y, such as 30d, not "${written}"`);
  return Number(number) * UNITS[unit]!;
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
