import { Option } from "commander";
import type { FormatName } from "../../../report/formats/index.ts";
import { UsageError } from "../../terminal/exit-codes.ts";
import type { RegisterCommand } from "../../words/command.ts";
import { maxCostOption } from "../../words/max-cost.ts";
import { outputOption } from "../../words/output-format.ts";
import { groupings } from "./shared.ts";

export interface JudgeWords {
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
  output: FormatName;
  quiet?: boolean;
}

export const registerRubricJudge: RegisterCommand = (rubric, terminal, finish) => {
  rubric
    .command("judge")
    .description("score every sample alone, by a rubric, with evidence that stands in the output")
    .requiredOption("--samples <file>", "JSONL, JSON or CSV; - reads JSONL from stdin")
    .option("--rubric <file>", "YAML or JSON with the dimensions; not needed when every sample has its own")
    .option("--evaluation-profile <id or path>", "who judges: judges, repetitions, attempts, gateways")
    .option("--model <model>", "a single judge with defaults, instead of an evaluation profile")
    .option("--repetitions <n>", "with --model: how often each sample is judged", wholeNumber("--repetitions", 1))
    .option("--name <name>", "folder under outputs/rubric/; default: the name of the samples file")
    .addOption(
      new Option("--format <format>", "of the samples; default: by the file's name").choices(["jsonl", "json", "csv"]),
    )
    .option("--mapping <file>", "YAML or JSON that says which columns or fields of the samples are what")
    .addOption(
      new Option("--language <language>", "of the judge's prompt; auto: Chinese for Chinese rubrics")
        .choices(["auto", "zh", "en"])
        .default("auto"),
    )
    .option("--reveal-meta", "send the labels as they are; by default the judge sees opaque tokens")
    .option("--seed <n>", "of the order of samples and of the tokens", wholeNumber("--seed", 0), 1)
    .option(
      "--concurrency <n>",
      "calls at a time; default: the profile's max_concurrency",
      wholeNumber("--concurrency", 1),
    )
    .addOption(maxCostOption("judging under this name"))
    .option("--group-by <columns>", "one more grouped table by these columns; may be repeated", groupings)
    .option("--force", "ask again, even where an answer is stored")
    .option("--dry-run", "ask nobody: print the first prompt and how many calls there would be")
    .option("--outputs <folder>", "default: outputs/ of the workspace, or of the current folder")
    .addOption(outputOption("rubric_judging"))
    .option("-q, --quiet", "no progress on stderr, only warnings")
    .addHelpText(
      "after",
      `
Examples:
  $ assay rubric judge --samples answers.jsonl --rubric rubric.yaml --model offline/judge
  $ assay rubric judge --samples answers.csv --mapping columns.yaml --rubric rubric.yaml --evaluation-profile two_judges
  $ assay rubric judge --samples answers.jsonl --rubric rubric.yaml --model openai/gpt-5.4-mini --max-cost-usd 2
  $ assay rubric judge --samples answers.jsonl --rubric rubric.yaml --model offline/judge --dry-run

A stored answer to the same words is never paid for again; calling an interrupted command again goes on from there.

Exit codes: 0 every sample has valid judgements; 1 done, but some were refused, invalid or unanswered, or the cost limit
was reached; 2 nothing was asked; 130 interrupted.`,
    )
    .action(async (words: JudgeWords) => {
      const { judgeRubric } = await import("./judge-action.ts");
      finish(await judgeRubric(terminal, words));
    });
};

function wholeNumber(flag: string, least: number): (written: string) => number {
  return (written) => {
    const value = Number(written);
    if (written.trim() !== "" && Number.isSafeInteger(value) && value >= least) return value;
    throw new UsageError(`${flag} takes a whole number from ${least}, not "${written}"`);
  };
}
