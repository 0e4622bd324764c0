import { existsSync } from "node:fs";
import { join } from "node:path";
import { Option } from "commander";
import type { RunEvalOptions } from "../../operations/index.ts";
import type { CampaignReport } from "../../report/index.ts";
import { campaignOptions } from "../options/campaign-flags.ts";
import type { RegisterCommand } from "../options/command.ts";
import { addJudgingOptions, applyJudgingDefaults, type JudgingFlags, showReport } from "../options/judging-flags.ts";
import { maxCostOption } from "../options/max-cost.ts";
import { outputsOf } from "../options/outputs.ts";
import { quietOption } from "../options/quiet.ts";
import {
  addFilesOptions,
  forceOption,
  recordToolsOption,
  strictSandboxOption,
  yesOption,
} from "../options/repeated-options.ts";
import { shardOption, shardWeightsOption } from "../options/shard-flags.ts";
import { usdAmount } from "../options/usd-amount.ts";
import { addWorkersOptions, workersOptions } from "../options/workers-flags.ts";
import { EXIT, type ExitCode, UsageError } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { refuseWholeCampaignFlags, runEvalPart } from "./run-eval-shard.ts";

const EXAMPLES = (name: string) => `
Examples:
  $ assay ${name} --suite quickstart --run-profile offline --evaluation-profile offline_judge
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --model gpt4o_mini
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --fail-under 7 --output markdown
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --max-cost-usd 5
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --only failed
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --shard 2/8
  $ assay ${name} --watch

A trial is judged as soon as its run is stored. \`--only failed\` selects trials whose run did not succeed, that got no verdict, or that did not pass;
docs/terminal.md explains what is repeated.
Nothing is paid for twice: stored runs and verdicts are reused as long as what they depend on is the same.
With --shard: 0 when every trial of the part has a result, 1 when one has none; scores need all parts (docs/ci.md).
Exit codes: 0 every trial has a score and passes; 1 a trial failed or has no score, a threshold or a required check was missed, or nothing was
judged; 2 nothing was run; 130 interrupted (run again to continue). docs/gates.md has all of them, docs/formats.md every format.`;

export const registerRunEval: RegisterCommand = (command, terminal, finish) => {
  const name = command.name();
  const judging = addWorkersOptions(addJudgingOptions(command));
  addFilesOptions(judging.option("--no-chart", "write no chart; by default it is beside the evaluations"))
    .addOption(forceOption())
    .addOption(onlyOption())
    .addOption(maxCostOption())
    .option(
      "--max-judging-cost-usd <amount>",
      "stop asking judges before new calls of this command cost more than this; runs are not counted",
      usdAmount("--max-judging-cost-usd"),
    )
    .addOption(shardOption())
    .addOption(shardWeightsOption())
    .addOption(strictSandboxOption())
    .addOption(recordToolsOption())
    .option("--watch", "run again whenever a file that was read changes, and ask before it costs money")
    .addOption(yesOption())
    .addOption(quietOption())
    .addHelpText("after", EXAMPLES(name))
    .action(async (flags: JudgingFlags) => {
      refuseChartWithoutCampaign(flags);
      if (flags.watch) {
        const { watchCampaign } = await import("../watch/watch-campaign.ts");
        finish(await watchCampaign(terminal, flags, runEval));
      } else finish(await runEval(terminal, await applyJudgingDefaults(terminal, flags, name)));
    });
};

function onlyOption(): Option {
  return new Option(
    "--only <which>",
    "`failed`: only the trials that failed last time; the others stay as they are",
  ).argParser((written: string): "failed" => {
    if (written === "failed") return written;
    throw new UsageError(`--only takes failed, not "${written}"; --model, --variant and --case choose by name`);
  });
}

async function runEval(terminal: Terminal, flags: JudgingFlags): Promise<ExitCode> {
  await outputsOf(terminal, flags.output);
  const { shard, shardWeights } = flags;
  if (shard) {
    refuseWholeCampaignFlags(flags);
    return await runEvalPart(terminal, flags, { ...optionsOf(terminal, flags), shard, shardWeights });
  }
  if (shardWeights !== undefined) throw new UsageError("--shard-weights only works with --shard");
  const operations = await import("../../operations/index.ts");
  const { interruption } = await import("../../report/index.ts");
  const { runWithProgress } = await import("../progress/run-with-progress.ts");
  return await runWithProgress(terminal, { quiet: flags.quiet, judged: true }, async (controls, progress) => {
    const result = await operations.runEval(optionsOf(terminal, flags), controls);
    if (result.status === "interrupted") {
      for (const sentence of interruption(result.spending)) progress.note(sentence);
      return EXIT.interrupted;
    }
    progress.end();
    if (result.status === "nothing_to_do") {
      terminal.err(result.reason);
      return EXIT.ok;
    }
    const { report, stopped, judgingStopped, folder } = result;
    if (stopped !== null)
      terminal.err(`The campaign ${stopped}. The same command with a higher --max-cost-usd continues from there.`);
    if (judgingStopped !== null)
      terminal.err(`Judging ${judgingStopped}. The same command with a higher limit continues from there.`);
    const page = join(folder, "report.md");
    const isNews = hasNews(report) || !existsSync(page);
    const kept = isNews && isWhole(flags) && areFilesWanted(flags) ? page : null;
    return await showReport(terminal, report, flags, { chart: chartPath(flags, folder, report), kept });
  });
}

/** Refuses a chart that could not be drawn, rather than ignoring the flag. */
function refuseChartWithoutCampaign(flags: JudgingFlags): void {
  const { chart, chartFootnote } = flags;
  if (chart === false && chartFootnote !== undefined)
    throw new UsageError("--chart-footnote needs a chart; leave out --no-chart");
  if (typeof chart !== "string" && (chart || chartFootnote !== undefined) && !isWhole(flags))
    throw new UsageError("the campaign's chart shows all of its trials; for a chart of some, give --chart a path");
}

/** A report without new results keeps its recorded cost, so it is not written again. */
function hasNews({ calls, trials }: CampaignReport): boolean {
  return calls.made > 0 || trials.some(({ run }) => run?.reused === false);
}

/** The report and chart of a large campaign are two files, so they are left out only where nothing is to be written. */
function areFilesWanted({ files }: JudgingFlags): boolean {
  return files !== false && files !== "never";
}

/** The report or chart of a selection must not replace that of the whole campaign. */
function isWhole({ model, variant, case: cases, only }: JudgingFlags): boolean {
  return [model, variant, cases, only].every((chosen) => chosen === undefined);
}

function optionsOf(terminal: Terminal, flags: JudgingFlags): RunEvalOptions {
  const { evaluationProfile, only, maxCostUsd, maxJudgingCostUsd, files, strictSandbox, recordTools } = flags;
  const limits = { only, maxCostUsd, maxJudgingCostUsd, strictSandbox, recordTools, ...workersOptions(flags) };
  return { ...campaignOptions(terminal, flags), evaluationProfile, files, ...limits };
}

/** Defaults to the evaluations folder; `--chart` changes or disables it. */
function chartPath(flags: JudgingFlags, folder: string, { totals }: CampaignReport): string | null {
  const { chart } = flags;
  if (typeof chart === "string") return chart;
  if (chart === false || !areFilesWanted(flags) || totals.scored === 0 || !isWhole(flags)) return null;
  return join(folder, "score_cost");
}
