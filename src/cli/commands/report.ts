import { resolve } from "node:path";
import type { ExitCode } from "../terminal/exit-codes.ts";
import { sayRemarks } from "../terminal/listen.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { campaignOptions } from "../words/campaign-words.ts";
import type { RegisterCommand } from "../words/command.ts";
import { addJudgingOptions, type JudgingWords, showReport } from "../words/judging-words.ts";

export const registerReport: RegisterCommand = (program, terminal, finish) => {
  addJudgingOptions(program.command("report"))
    .option("--html <file>", "also write the campaign as one HTML file that needs no server and no network")
    .description("report what is stored, with today's settings; calls nobody and runs nothing")
    .addHelpText(
      "after",
      `
Examples:
  $ assay report --suite quickstart --run-profile offline --evaluation-profile offline_judge
  $ assay report --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --output json > report.json
  $ assay report --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --chart scores.svg
  $ assay report --suite quickstart --run-profile offline --evaluation-profile offline_judge --html report.html

Scores are aggregated anew from the stored verdicts. What was never judged, or has changed since, is named as such.
Exit codes: 0 every trial has a score and passes; 1 something failed, is missing or misses a threshold, a required check did not pass, or
nothing was judged; 2 a mistake in a file or the command. docs/gates.md has all of them.`,
    )
    .action(async (words: JudgingWords) => finish(await report(terminal, words)));
};

async function report(terminal: Terminal, words: JudgingWords): Promise<ExitCode> {
  const operations = await import("../../operations/index.ts");
  const { evaluationProfile } = words;
  const onEvent = sayRemarks(terminal);
  const stored = await operations.report({ ...campaignOptions(terminal, words), evaluationProfile }, { onEvent });
  if (words.html !== undefined) {
    const { writeCampaignHtml } = await import("../../viewer/index.ts");
    const file = resolve(terminal.cwd, words.html);
    await writeCampaignHtml({ ...campaignOptions(terminal, words), evaluationProfile, file });
    if (!words.quiet) terminal.err(`Page: ${words.html}`);
  }
  const wanted = words.chart === true || words.chartFootnote !== undefined;
  const chart = typeof words.chart === "string" ? words.chart : wanted ? "score_cost" : null;
  return await showReport(terminal, stored, words, chart);
}
