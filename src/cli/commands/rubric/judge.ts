import { Option } from "commander";
import type { Shard } from "../../../config/index.ts";
import type { FormatName } from "../../../report/formats/index.ts";
import type { RegisterCommand } from "../../options/command.ts";
import { maxCostOption } from "../../options/max-cost.ts";
import { outputOption } from "../../options/output-format.ts";
import { quietOption } from "../../options/quiet.ts";
import {
  dryRunOption,
  evaluationProfileOption,
  forceOption,
  groupByOption,
  inputFormatOption,
  mappingOption,
  nameOption,
  seedOption,
} from "../../options/repeated-options.ts";
import { shardOption } from "../../options/shard-flags.ts";
import { withDefaults } from "../../options/with-defaults.ts";
import { addJudgingWorkersOptions, type WorkersFlags } from "../../options/workers-flags.ts";
import { UsageError } from "../../terminal/exit-codes.ts";
import { groupings } from "./shared.ts";

export interface JudgeFlags extends WorkersFlags {
  samples: string;
  rubric?: string;
  evaluationProfile?: string;
  model?: string;
  repetitions?: number;
  name?: string;
  format?: "jsonl" | "json" | "csv";
  mapping?: string;
  language: "zh" | "en" | "auto";
  revealMeta?: boolean;
  seed: number;
  concurrency?: number;
  maxCostUsd?: number;
  groupBy?: string[][];
  force?: boolean;
  dryRun?: boolean;
  outputs?: string;
  store?: string;
  shard?: Shard;
  output: FormatName;
  quiet?: boolean;
}

export const registerRubricJudge: RegisterCommand = (rubric, terminal, finish) => {
  addJudgingWorkersOptions(rubric.command("judge"))
    .description("score every sample on its own by a rubric, with evidence quoted from the output")
    .option("--samples <file>", "JSONL, JSON or CSV; - reads JSONL from stdin")
    .option("--rubric <file>", "YAML or JSON with the dimensions; not needed when every sample has its own")
    .addOption(evaluationProfileOption())
    .option("--model <model>", "a single judge with defaults, instead of an evaluation profile")
    .option("--repetitions <number>", "with --model: how often each sample is judged", wholeNumber("--repetitions", 1))
    .addOption(nameOption())
    .addOption(inputFormatOption(["jsonl", "json", "csv"]))
    .addOption(mappingOption())
    .addOption(
      new Option("--language <language>", "language of the judge's prompt; auto: Chinese for Chinese rubrics")
        .choices(["auto", "zh", "en"])
        .default("auto"),
    )
    .option("--reveal-meta", "send the labels as they are; by default the judge sees opaque tokens")
    .addOption(seedOption().argParser(wholeNumber("--seed", 0)).default(1))
    .option(
      "--concurrency <number>",
      "calls at a time; default: the profile's max_concurrency",
      wholeNumber("--concurrency", 1),
    )
    .addOption(maxCostOption())
    .addOption(groupByOption().argParser(groupings))
    .addOption(shardOption())
    .addOption(forceOption())
    .addOption(dryRunOption())
    .addOption(
      new Option("--store <folder>", "an outputs/ folder elsewhere; other commands take --workspace").hideHelp(),
    )
    .addOption(new Option("--outputs <folder>", "the old name of --store").hideHelp())
    .addOption(outputOption("rubric_judging"))
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
Examples:
  $ assay rubric judge --samples answers.jsonl --rubric rubric.yaml --model offline/judge
  $ assay rubric judge --samples answers.csv --mapping columns.yaml --rubric rubric.yaml --evaluation-profile two_judges
  $ assay rubric judge --samples answers.jsonl --rubric rubric.yaml --model openai/gpt-5.4-mini --max-cost-usd 2
  $ assay rubric judge --samples answers.jsonl --rubric rubric.yaml --model offline/judge --dry-run
  $ assay rubric judge --samples answers.jsonl --rubric rubric.yaml --model offline/judge --shard 2/8

The result is kept in outputs/rubric/<name>. A stored answer to the same prompt is never paid for again; running an interrupted command again continues from there.

Exit codes: 0 every sample has valid judgements; 1 done, but some were refused, invalid or unanswered, or the cost limit
was reached; 2 nothing was asked; 130 interrupted.`,
    )
    .action(async (written: JudgeFlags) => {
      const flags = await withDefaults(terminal, written, {
        command: "rubric judge",
        // `--model` alone is a judge with default settings, so the evaluation profile is not needed.
        taken: written.model === undefined ? ["rubric", "evaluation_profile"] : ["rubric"],
        alsoMissing: written.samples === undefined ? ["--samples <file>"] : [],
      });
      const { judgeRubric } = await import("./judge-action.ts");
      finish(await judgeRubric(terminal, flags));
    });
};

function wholeNumber(flag: string, least: number): (written: string) => number {
  return (written) => {
    const value = Number(written);
    if (written.trim() !== "" && Number.isSafeInteger(value) && value >= least) return value;
    throw new UsageError(`${flag} takes a whole number of at least ${least}, not "${written}"`);
  };
}
