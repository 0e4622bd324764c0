import { type Command, InvalidArgumentError } from "commander";
import type { FormatName } from "../../report/formats/index.ts";
import type { CampaignReport } from "../../report/index.ts";
import { EXIT, type ExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { addCampaignOptions, type CampaignWords } from "./campaign-words.ts";
import { outputOption, printResult } from "./output-format.ts";

/** The words of every command that shows a judged campaign. */
export interface JudgingWords extends CampaignWords {
  evaluationProfile: string;
  output: FormatName;
  failUnder?: number;
  failOnChecks?: boolean;
  maxCostUsd?: number;
  maxJudgingCostUsd?: number;
  quiet?: boolean;
  files?: boolean;
  strictSandbox?: boolean;
  recordTools?: boolean;
  /** A path, `true` for the usual place, `false` for none. */
  chart?: string | boolean;
  chartFootnote?: string;
  /** Of `assay report` only. */
  html?: string;
}

export function addJudgingOptions(command: Command): Command {
  return addCampaignOptions(command)
    .requiredOption("--evaluation-profile <id or path>", "the evaluation profile: judges and aggregation")
    .addOption(outputOption("campaign_report"))
    .option("--fail-under <score>", "exit with 1 when a model's mean score is lower", readScore)
    .option("--fail-on-checks", "exit with 1 when any check of any trial did not pass; required ones always count")
    .option("--chart [path]", "write the score/cost chart as SVG and PNG to this path")
    .option("--chart-footnote <text>", "a line below the chart");
}

/** Prints the report, draws the chart when it is wanted, and says how it ended. */
export async function showReport(
  terminal: Terminal,
  report: CampaignReport,
  words: JudgingWords,
  chartPath: string | null,
): Promise<ExitCode> {
  const { missedThresholds } = await import("../../operations/index.ts");
  await printResult(terminal, "campaign_report", words.output, report);
  if (chartPath !== null) {
    const { writeChart } = await import("../../report/index.ts");
    const { svg, png, problem } = await writeChart(report, { path: chartPath, footnote: words.chartFootnote });
    if (!words.quiet) terminal.err(`Chart: ${svg}${png === null ? "" : ` and ${png}`}`);
    if (problem !== null) terminal.err(`warning: ${problem}`);
  }
  const misses = await missedThresholds(report, { failUnder: words.failUnder, failOnChecks: words.failOnChecks });
  for (const miss of misses) terminal.err(`${terminal.errColors.red("missed:")} ${miss}`);
  return misses.length > 0 ? EXIT.failed : EXIT.ok;
}

function readScore(text: string): number {
  const score = Number(text);
  if (text.trim() === "" || !(score >= 0 && score <= 10))
    throw new InvalidArgumentError("Expected a number from 0 to 10.");
  return score;
}
