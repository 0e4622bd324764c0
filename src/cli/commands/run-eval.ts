import type { Command } from "commander";
import { EXIT, type ExitCode, UsageError } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { campaignOptions, RECORD_TOOLS, STRICT_SANDBOX } from "../words/campaign-words.ts";
import type { RegisterCommand } from "../words/command.ts";
import { addJudgingOptions, type JudgingWords, showReport } from "../words/judging-words.ts";
import { maxCostOption } from "../words/max-cost.ts";
import { usdAmount } from "../words/usd-amount.ts";

const EXAMPLES = (name: string) => `
Examples:
  $ assay ${name} --suite quickstart --run-profile offline --evaluation-profile offline_judge
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --model gpt4o_mini
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --fail-under 7 --output markdown
  $ assay ${name} --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --max-cost-usd 5

A trial is judged as soon as its run is stored.
Nothing is paid for twice: stored runs and verdicts are reused as long as what they depend on is the same.
Exit codes: 0 every trial has a score and passes; 1 a trial failed or has no score, a threshold or a required check was missed, or nothing was
judged; 2 nothing was run; 130 interrupted (run again to go on). docs/gates.md has all of them.`;

export const registerRunEval: RegisterCommand = (program, terminal, finish) => {
  const register = (command: Command, name: string) =>
    addJudgingOptions(command)
      .option("--no-chart", "write no chart; by default it lies beside the evaluations")
      .option("--no-files", "keep records only, without files per trial; `assay files` makes them later")
      .option("--force", "run and judge the selected trials again, even if they are stored")
      .addOption(maxCostOption("the campaign"))
      .option(
        "--max-judging-cost-usd <amount>",
        "stop asking judges before new calls of this command cost more than this; runs are not counted",
        usdAmount("--max-judging-cost-usd"),
      )
      .option("--strict-sandbox", STRICT_SANDBOX)
      .option("--record-tools", RECORD_TOOLS)
      .option("-q, --quiet", "no progress on stderr, only warnings")
      .addHelpText("after", EXAMPLES(name))
      .action(async (words: JudgingWords) => {
        if (words.chart === false && words.chartFootnote !== undefined)
          throw new UsageError("--chart-footnote needs a chart; leave out --no-chart");
        finish(await runEval(terminal, words));
      });
  register(program.command("run-eval").description("run what is missing, judge it and report"), "run-eval");
  register(program.command("eval").description("the same as run-eval"), "eval");
};

async function runEval(terminal: Terminal, words: JudgingWords): Promise<ExitCode> {
  const operations = await import("../../operations/index.ts");
  const { interruption } = await import("../../report/index.ts");
  const { underWay } = await import("../progress/under-way.ts");
  return await underWay(terminal, { quiet: words.quiet, judged: true }, async (controls, progress) => {
    const { evaluationProfile, maxCostUsd, maxJudgingCostUsd, files, strictSandbox, recordTools } = words;
    const limits = { maxCostUsd, maxJudgingCostUsd, strictSandbox, recordTools };
    const options = { ...campaignOptions(terminal, words), evaluationProfile, files, ...limits };
    const result = await operations.runEval(options, controls);
    if (result.status === "interrupted") {
      for (const sentence of interruption(result.spending)) progress.note(sentence);
      return EXIT.interrupted;
    }
    progress.end();
    const { report, stopped, judgingStopped, folder } = result;
    if (stopped !== null)
      terminal.err(`The campaign ${stopped}. The same command with a higher --max-cost-usd goes on from there.`);
    if (judgingStopped !== null)
      terminal.err(`Judging ${judgingStopped}. The same command with a higher limit goes on from there.`);
    return await showReport(terminal, report, words, await chartPath(words, folder, report));
  });
}

/** Beside the evaluations it shows, unless another place or none is wanted. */
async function chartPath(
  { chart, files }: JudgingWords,
  folder: string,
  { totals }: { totals: { scored: number } },
): Promise<string | null> {
  if (typeof chart === "string") return chart;
  if (chart === false || files === false || totals.scored === 0) return null;
  const { join } = await import("node:path");
  return join(folder, "score_cost");
}
