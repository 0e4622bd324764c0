import { basename, relative, resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { DefaultField } from "../../config/index.ts";
import type { RunOptions } from "../../operations/index.ts";
import type { CampaignReport } from "../../report/index.ts";
import { EXIT, type ExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { addCampaignOptions, type CampaignFlags } from "./campaign-flags.ts";
import { readChartPath } from "./chart-path.ts";
import { type Output, outputsOf, outputsOption, showResult } from "./outputs.ts";
import { evaluationProfileOption } from "./repeated-options.ts";
import type { ShardFlags } from "./shard-flags.ts";
import { withDefaults } from "./with-defaults.ts";
import type { WorkersFlags } from "./workers-flags.ts";

/** Flags of every command that shows a judged campaign. */
export interface JudgingFlags extends CampaignFlags, ShardFlags, WorkersFlags {
  evaluationProfile: string;
  output?: Output[];
  otlpContent?: boolean;
  /** Only for `assay run-eval`. */
  only?: "failed";
  failUnder?: number;
  failOnChecks?: boolean;
  maxCostUsd?: number;
  maxJudgingCostUsd?: number;
  quiet?: boolean;
  files?: RunOptions["files"];
  strictSandbox?: boolean;
  recordTools?: boolean;
  /** A path, or `true` for the default one, or `false` for no chart. */
  chart?: string | boolean;
  chartFootnote?: string;
  /** Only for `assay run-eval`. */
  watch?: boolean;
  yes?: boolean;
  /** Only for `assay report`. */
  html?: string;
}

export function addJudgingOptions(command: Command): Command {
  return addCampaignOptions(command)
    .addOption(evaluationProfileOption())
    .addOption(outputsOption("campaign_report"))
    .option("--otlp-content", "with --output otlp: also what was asked, answered and judged, in words")
    .option("--fail-under <score>", "exit with 1 when a model's mean score is lower", readScore)
    .option("--fail-on-checks", "exit with 1 when any check of any trial did not pass; required ones always count")
    .option("--chart [path]", "write the score/cost chart as SVG and PNG to this path", readChartPath)
    .option("--chart-footnote <text>", "a line below the chart");
}

/** Fills in the defaults of flags that were not given. */
export async function applyJudgingDefaults(
  terminal: Terminal,
  flags: JudgingFlags,
  command: string,
): Promise<JudgingFlags> {
  const needed: DefaultField[] = ["suite", "run_profile", "evaluation_profile"];
  return await withDefaults(terminal, flags, { command, needed, hasOutputs: true, makesFiles: true });
}

/**
 * Prints the report, draws the chart if wanted, and returns the exit code.
 *
 * @param kept path that also receives the report, as Markdown
 */
export async function showReport(
  terminal: Terminal,
  report: CampaignReport,
  flags: JudgingFlags,
  { chart: chartPath, kept = null }: { chart: string | null; kept?: string | null },
): Promise<ExitCode> {
  const { missedThresholds } = await import("../../operations/index.ts");
  const { otlpContent: content, quiet } = flags;
  // Name written files first: the report ends with its verdict.
  if (chartPath !== null) {
    const { writeChart } = await import("../../report/index.ts");
    const path = resolve(terminal.cwd, chartPath);
    const { svg, png, problem } = await writeChart(report, { path, footnote: flags.chartFootnote });
    if (!flags.quiet)
      terminal.err(`Chart: ${relative(terminal.cwd, svg)}${png === null ? "" : ` and ${basename(png)}`}`);
    if (problem !== null) terminal.err(`warning: ${problem}`);
  }
  if (kept !== null) {
    const { exportReport } = await import("../../operations/index.ts");
    await exportReport(report, { cwd: terminal.cwd, env: terminal.env, format: "markdown", file: kept });
    if (!flags.quiet) terminal.err(`Report: ${relative(terminal.cwd, kept)}`);
  }
  await showResult(terminal, report, await outputsOf(terminal, flags.output), { content, quiet });
  const misses = await missedThresholds(report, { failUnder: flags.failUnder, failOnChecks: flags.failOnChecks });
  for (const miss of misses) terminal.err(`${terminal.errColors.red("missed:")} ${miss}`);
  return misses.length > 0 ? EXIT.failed : EXIT.ok;
}

function readScore(text: string): number {
  const score = Number(text);
  if (text.trim() === "" || !(score >= 0 && score <= 10))
    throw new InvalidArgumentError("Expected a number from 0 to 10.");
  return score;
}
