import { resolve } from "node:path";
import { campaignOptions } from "../options/campaign-flags.ts";
import type { RegisterCommand } from "../options/command.ts";
import { addJudgingOptions, applyJudgingDefaults, type JudgingFlags, showReport } from "../options/judging-flags.ts";
import { quietOption } from "../options/quiet.ts";
import { type ExitCode, UsageError } from "../terminal/exit-codes.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const registerReport: RegisterCommand = (command, terminal, finish) => {
  addJudgingOptions(command)
    .argument(
      "[campaign]",
      "a stored campaign, by its name in `assay store list`, instead of configuration files; not needed in an unpacked folder",
    )
    .option("--html <file>", "also write the campaign as one HTML file that needs no server and no network")
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
Examples:
  $ assay report --suite quickstart --run-profile offline --evaluation-profile offline_judge
  $ assay report --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --output json > report.json
  $ assay report --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --chart scores.svg
  $ assay report --suite quickstart --run-profile offline --evaluation-profile offline_judge --html report.html
  $ assay report --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini --output text --output junit=junit.xml --output csv=trials.csv
  $ assay report quickstart/offline-1a2b3c4d/offline_judge-5e6f7a8b

A campaign given by its name in the store is shown as it was stored, whatever the workspace's files say today.
Scores are aggregated anew from the stored verdicts. Trials that were never judged, or have changed since, are listed as such.
Exit codes: 0 every trial has a score and passes; 1 something failed, is missing or misses a threshold, a required check did not pass, or
nothing was judged; 2 a mistake in a file or the command. docs/gates.md has all of them, docs/formats.md every format.`,
    )
    .action(async (campaign: string | undefined, flags: JudgingFlags) => {
      const isNamed = NEEDED.some((flag) => flags[flag] !== undefined);
      if (campaign !== undefined && isNamed)
        throw new UsageError(
          "give a campaign either by its name in the store or by --suite, --run-profile and --evaluation-profile",
        );
      if (campaign !== undefined || (!isNamed && !(await hasWorkspace(terminal))))
        finish(await reportStored(terminal, campaign, flags));
      else finish(await report(terminal, await applyJudgingDefaults(terminal, flags, "report")));
    });
};

const NEEDED = ["suite", "runProfile", "evaluationProfile"] as const;

async function hasWorkspace({ cwd }: Terminal): Promise<boolean> {
  const { findWorkspaceRoot } = await import("../../config/index.ts");
  return (await findWorkspaceRoot(cwd)) !== null;
}

async function reportStored(terminal: Terminal, campaign: string | undefined, flags: JudgingFlags): Promise<ExitCode> {
  if (flags.model || flags.variant || flags.case || flags.html !== undefined)
    throw new UsageError(
      "a stored campaign is reported as a whole: --model, --variant, --case and --html need --suite, --run-profile and --evaluation-profile",
    );
  const { storedReport } = await import("../../operations/index.ts");
  const { cwd, env } = terminal;
  const stored = await storedReport({ cwd, env, campaign }, { onEvent: sayRemarks(terminal) });
  return await showReport(terminal, stored, flags, { chart: chartOf(flags) });
}

function chartOf({ chart, chartFootnote }: JudgingFlags): string | null {
  if (typeof chart === "string") return chart;
  return chart === true || chartFootnote !== undefined ? "score_cost" : null;
}

async function report(terminal: Terminal, flags: JudgingFlags): Promise<ExitCode> {
  const operations = await import("../../operations/index.ts");
  const { evaluationProfile } = flags;
  const onEvent = sayRemarks(terminal);
  const stored = await operations.report({ ...campaignOptions(terminal, flags), evaluationProfile }, { onEvent });
  if (flags.html !== undefined) {
    const { writeCampaignHtml } = await import("../../viewer/index.ts");
    const file = resolve(terminal.cwd, flags.html);
    await writeCampaignHtml({ ...campaignOptions(terminal, flags), evaluationProfile, file });
    if (!flags.quiet) terminal.err(`Page: ${flags.html}`);
  }
  return await showReport(terminal, stored, flags, { chart: chartOf(flags) });
}
