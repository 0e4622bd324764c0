import type { Command } from "commander";
import { NAMED_PROTOCOLS, type NamedProtocolName } from "../../../judging/table.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { maxCostOption } from "../../options/max-cost.ts";
import { outputOption } from "../../options/output-format.ts";
import { quietOption } from "../../options/quiet.ts";
import { dryRunOption, evaluationProfileOption, forceOption, nameOption } from "../../options/repeated-options.ts";
import { shardOption } from "../../options/shard-flags.ts";
import type { JudgeItemsFlags } from "./judge.ts";

/** Registers `assay <protocol> judge` for a protocol that asks one question about each item of a file. */
export function registerItems(protocol: NamedProtocolName): RegisterCommand {
  const { folder, holds, items } = NAMED_PROTOCOLS[protocol];
  return (group, terminal, finish) => {
    group
      .command("judge")
      .description(items!.description)
      .requiredOption("--items <file>", "JSON Lines with an item a line; - reads stdin")
      .addOption(evaluationProfileOption())
      .option("--model <model>", "a single judge with defaults, instead of an evaluation profile")
      .option("--repetitions <number>", "with --model: how often each item is judged", Number)
      .addOption(nameOption())
      .addOption(maxCostOption())
      .addOption(shardOption())
      .addOption(forceOption())
      .addOption(dryRunOption())
      .addOption(outputOption("item_result"))
      .addOption(quietOption())
      .addHelpText(
        "after",
        `
${items!.help}

The result is kept in outputs/${folder}/<name>: ${holds}. The same command continues what was interrupted.

Exit codes: 0 every item has a valid verdict of every judge, 1 some have not, 2 nothing was asked, 130 interrupted.`,
      )
      .action(async (_options, command: Command) => {
        const { judgeItemsOf } = await import("./judge.ts");
        finish(await judgeItemsOf(protocol, command.opts<JudgeItemsFlags>(), terminal));
      });
  };
}
