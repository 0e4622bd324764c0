import { type Command, InvalidArgumentError } from "commander";
import type { FormatName } from "../report/formats/index.ts";
import type { CampaignReport } from "../report/index.ts";
import { EXIT, type ExitCode, UsageError } from "./exit-codes.ts";
import { addCampaignOptions, type CampaignWords } from "./open-campaign.ts";
import { outputOption, printResult } from "./output-format.ts";
import type { Terminal } from "./terminal.ts";

/** The words of every command that shows a judged campaign. */
export interface JudgingWords extends CampaignWords {
  evaluationProfile: string;
  output: FormatName;
  failUnder?: number;
  maxJudgingCostUsd?: number;
  quiet?: boolean;
  /** A path, `true` for the usual place, `false` for none. */
  chart?: string | boolean;
  chartFootnote?: string;
}

export function addJudgingOptions(command: Command): Command {
  return addCampaignOptions(command)
    .requiredOption("--evaluation-profile <id or path>", "the evaluation profile: judges and aggregation")
    .addOption(outputOption("campaign_report"))
    .option("--fail-under <score>", "exit with 1 when a model's mean score is lower", readScore)
    .option("--chart [path]", "write the score/cost chart as SVG and PNG to this path")
    .option("--chart-footnote <text>", "a line below the chart");
}

export async function loadEvaluation(terminal: Terminal, words: { evaluationProfile: string; suite: string }) {
  const { countDiagnostics, formatDiagnostics, loadEvaluationProfile } = await import("../config/index.ts");
  const loaded = await loadEvaluationProfile({
    from: terminal.cwd,
    reference: words.evaluationProfile,
    suite: words.suite,
  });
  if (loaded.diagnostics.length > 0)
    terminal.err(formatDiagnostics(loaded.diagnostics, { colors: terminal.errColors.isColorSupported }));
  if (!loaded.ok) throw new UsageError(`nothing was judged: ${countDiagnostics(loaded.diagnostics)}`);
  return loaded.value;
}

/** Prints the report, draws the chart when it is wanted, and says how it ended. */
export async function showReport(
  terminal: Terminal,
  report: CampaignReport,
  words: JudgingWords,
  chartPath: string | null,
): Promise<ExitCode> {
  await printResult(terminal, "campaign_report", words.output, report);
  if (chartPath !== null) {
    const { writeChart } = await import("../report/index.ts");
    const { svg, png, problem } = await writeChart(report, { path: chartPath, footnote: words.chartFootnote });
    if (!words.quiet) terminal.err(`Chart: ${svg}${png === null ? "" : ` and ${png}`}`);
    if (problem !== null) terminal.err(`warning: ${problem}`);
  }
  const misses = await missed(report, words.failUnder);
  for (const miss of misses) terminal.err(`${terminal.errColors.red("missed:")} ${miss}`);
  return misses.length > 0 ? EXIT.failed : EXIT.ok;
}

/** Everything for which the exit code is 1, as sentences. */
async function missed(
  { trials, model_summaries, aggregation }: CampaignReport,
  failUnder: number | undefined,
): Promise<string[]> {
  const { agree, formatFixed, plural } = await import("../presentation/index.ts");
  const count = (one: string, many: string, matching: typeof trials) =>
    matching.length > 0
      ? [`${matching.length} of ${plural(trials.length, "trial")} ${agree(matching.length, one, many)}`]
      : [];
  const checkedOnly = trials.every(({ judge_runs }) => judge_runs.length === 0);
  return [
    ...count(
      "did not end with status success",
      "did not end with status success",
      trials.filter(({ run_status }) => run_status !== null && run_status !== "success"),
    ),
    ...count(
      "was not run",
      "were not run",
      trials.filter(({ state }) => state === "not_run"),
    ),
    ...(checkedOnly
      ? count(
          "has checks that did not pass",
          "have checks that did not pass",
          trials.filter(({ checks }) => checks.passed < checks.total),
        )
      : count(
          "has no score",
          "have no score",
          trials.filter(({ state }) => state === "unscored" || state === "not_judged"),
        )),
    ...count(
      "is scored without one of its judges",
      "are scored without one of their judges",
      trials.filter(({ score, judge_runs }) => score !== null && judge_runs.some((run) => run.score === null)),
    ),
    ...count(
      `scores below the pass_threshold of ${aggregation.pass_threshold}`,
      `score below the pass_threshold of ${aggregation.pass_threshold}`,
      trials.filter(({ passed }) => passed === false),
    ),
    ...model_summaries
      .filter(({ score }) => failUnder !== undefined && (score === null || score < failUnder - ROUNDING))
      .map(
        ({ model_id, score }) =>
          `${model_id} scores ${score === null ? "nothing" : formatFixed(score, 2)}, --fail-under is ${failUnder}`,
      ),
  ];
}

/** A mean of equal scores may end up a digit of its sixteenth place below them; that misses no threshold. */
const ROUNDING = 1e-9;

function readScore(text: string): number {
  const score = Number(text);
  if (text.trim() === "" || !(score >= 0 && score <= 10))
    throw new InvalidArgumentError("Expected a number from 0 to 10.");
  return score;
}
