import type { Command } from "commander";
import type { DefaultField } from "../../../config/index.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { maxCostOption } from "../../options/max-cost.ts";
import { outputOption } from "../../options/output-format.ts";
import { quietOption } from "../../options/quiet.ts";
import {
  dryRunOption,
  forceOption,
  inputFormatOption,
  nameOption,
  specOption,
} from "../../options/repeated-options.ts";
import { shardOption } from "../../options/shard-flags.ts";
import { withDefaults } from "../../options/with-defaults.ts";
import { addJudgingWorkersOptions } from "../../options/workers-flags.ts";
import type { JudgeBatchFlags } from "./judge.ts";

/** `assay batch …`: judge a seeded sample of an experiment's output, and decide between two experiments. */
export const registerBatch: RegisterCommand = (group, terminal, finish) => {
  addJudge(group).action(async (_options, command: Command) => {
    const { judgeExperiment } = await import("./judge.ts");
    const flags = command.opts<JudgeBatchFlags>();
    const alsoMissing = flags.items === undefined ? ["--items <file>"] : [];
    const needed: DefaultField[] = ["batch_spec"];
    finish(
      await judgeExperiment(
        await withDefaults(terminal, flags, { command: "batch judge", needed, alsoMissing }),
        terminal,
      ),
    );
  });
  addCompare(group).action(async (base: string, candidate: string, _options, command: Command) => {
    const { compareExperiments } = await import("./compare.ts");
    finish(await compareExperiments(base, candidate, command.opts(), terminal));
  });
};

function addJudge(group: Command): Command {
  return addJudgingWorkersOptions(group.command("judge"))
    .description("sample the output, judge it, and write outputs/batch/<name>/result.json")
    .addOption(specOption())
    .option(
      "--items <file>",
      "the experiment's output: JSON Lines, a JSON array, or an object with items, singletons, clusters; - reads stdin",
    )
    .option("--singletons <file>", "a separate file with the singletons")
    .option("--clusters <file>", "a separate file with cluster ids and titles")
    .addOption(inputFormatOption(["jsonl", "json"]))
    .addOption(nameOption())
    .addOption(maxCostOption())
    .addOption(shardOption())
    .addOption(dryRunOption())
    .addOption(forceOption())
    .addOption(outputOption("batch_result"))
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
The result is kept in outputs/batch/<name>.
Exit codes: 0 every batch was asked, 1 incomplete (cost limit, a judge that did not answer) or nothing scored, 2 nothing was
spent because something is wrong, 130 interrupted. The same command continues where it stopped.

Examples:
  $ assay batch judge --spec spec.yaml --items experiment-1.jsonl --name exp-1
  $ assay batch judge --spec spec.yaml --items experiment-1.jsonl --dry-run | less
  $ ./experiment | assay batch judge --spec spec.yaml --items - --name exp-2
  $ assay batch judge --spec spec.yaml --items out.json --output json | jq .scores.mean
  $ assay batch judge --spec spec.yaml --items experiment-1.jsonl --shard 2/8`,
    );
}

function addCompare(group: Command): Command {
  return group
    .command("compare")
    .description("keep, revert or inconclusive: the paired difference of two results measured the same way")
    .argument("<base>", "the experiment to beat: its name, its folder or its result.json")
    .argument("<candidate>", "the new experiment, named the same way")
    .addOption(outputOption("batch_comparison"))
    .addHelpText(
      "after",
      `
Exit codes: 0 keep, 1 revert, 3 inconclusive, 2 the results cannot be compared.

Example:
  $ assay batch compare exp-1 exp-2 && git commit -am "keep experiment 2"`,
    );
}
