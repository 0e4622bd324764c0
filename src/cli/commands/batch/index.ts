import { type Command, Option } from "commander";
import type { RegisterCommand } from "../../words/command.ts";
import { maxCostOption } from "../../words/max-cost.ts";
import { outputOption } from "../../words/output-format.ts";

/** `assay batch …`: judge a seeded sample of an experiment's output, and decide between two experiments. */
export const registerBatch: RegisterCommand = (program, terminal, finish) => {
  const group = program
    .command("batch")
    .description("judge a sample of an experiment's output in batches, and decide keep or revert");
  addJudge(group).action(async (_options, command: Command) => {
    const { judgeExperiment } = await import("./judge.ts");
    finish(await judgeExperiment(command.opts(), terminal));
  });
  addCompare(group).action(async (base: string, candidate: string, _options, command: Command) => {
    const { compareExperiments } = await import("./compare.ts");
    finish(await compareExperiments(base, candidate, command.opts(), terminal));
  });
};

function addJudge(group: Command): Command {
  return group
    .command("judge")
    .description("sample the output, judge it, and write outputs/batch/<name>/result.json")
    .requiredOption("--spec <file>", "how to measure: rubric, scoring, sampling, judge (YAML)")
    .requiredOption(
      "--items <file>",
      "the experiment's output: JSON Lines, a JSON array, or an object with items, singletons, clusters; - reads stdin",
    )
    .option("--singletons <file>", "singletons in a file of their own")
    .option("--clusters <file>", "cluster ids and titles in a file of their own")
    .addOption(
      new Option("--format <format>", "of these files; by their names when left out, jsonl for stdin").choices([
        "jsonl",
        "json",
      ]),
    )
    .option("--name <name>", "folder under outputs/batch/; made from the file names when left out")
    .addOption(maxCostOption("judging under this name"))
    .option("--dry-run", "print the prompts and call nobody")
    .option("--force", "ask again even where a valid answer is stored")
    .addOption(outputOption("batch_result"))
    .option("--quiet", "no progress on stderr")
    .addHelpText(
      "after",
      `
Exit codes: 0 every batch was asked, 1 incomplete (cost limit, a judge that did not answer) or nothing scored, 2 nothing was
spent because something is wrong, 130 interrupted. The same command goes on from where it stopped.

Examples:
  assay batch judge --spec spec.yaml --items experiment-1.jsonl --name exp-1
  assay batch judge --spec spec.yaml --items experiment-1.jsonl --dry-run | less
  ./experiment | assay batch judge --spec spec.yaml --items - --name exp-2
  assay batch judge --spec spec.yaml --items out.json --output json | jq .scores.mean`,
    );
}

function addCompare(group: Command): Command {
  return group
    .command("compare")
    .description("keep, revert or inconclusive: the paired difference of two results that were measured alike")
    .argument("<base>", "result.json of the experiment to beat, or its folder")
    .argument("<candidate>", "result.json of the new experiment, or its folder")
    .addOption(outputOption("batch_comparison"))
    .addHelpText(
      "after",
      `
Exit codes: 0 keep, 1 revert, 3 inconclusive, 2 the results cannot be compared.

Example:
  assay batch compare outputs/batch/exp-1 outputs/batch/exp-2 && git commit -am "keep experiment 2"`,
    );
}
