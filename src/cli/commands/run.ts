import type { FormatName } from "../../report/formats/index.ts";
import type { RegisterCommand } from "../command.ts";
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { addCampaignOptions, type CampaignWords, openCampaign } from "../open-campaign.ts";
import { outputOption, printResult } from "../output-format.ts";
import type { Terminal } from "../terminal.ts";

interface RunWords extends CampaignWords {
  output: FormatName;
  quiet?: boolean;
}

export const registerRun: RegisterCommand = (program, terminal, finish) => {
  addCampaignOptions(program.command("run"))
    .description("run a suite's cases under a run profile; what is stored already is reused")
    .option("--force", "run the selected trials again, even if they are stored")
    .addOption(outputOption("run_report"))
    .option("-q, --quiet", "no progress on stderr, only warnings")
    .addHelpText(
      "after",
      `
Examples:
  $ assay run --suite quickstart --run-profile offline
  $ assay run --suite my_suite --run-profile standard_run --model gpt4o_mini --case refund --force
  $ assay run --suite my_suite --run-profile standard_run --output json > run.json

Exit codes: 0 all trials succeeded, 1 some did not, 2 nothing was run, 130 interrupted (run again to go on).`,
    )
    .action(async (words: RunWords) => finish(await run(terminal, words)));
};

async function run(terminal: Terminal, words: RunWords): Promise<ExitCode> {
  const { runCampaign } = await import("../../campaign/index.ts");
  const { composeRunReport } = await import("../../report/index.ts");
  const { campaignProgress } = await import("../campaign-progress.ts");
  const { listenForInterrupt } = await import("../interrupt.ts");
  const { openProgress } = await import("../progress.ts");
  const { openRunners } = await import("../open-runners.ts");

  const opened = await openCampaign(terminal, words);
  const progress = openProgress(terminal, { quiet: words.quiet });
  const interrupt = listenForInterrupt(progress.note);
  try {
    const result = await runCampaign(opened.config, {
      ...opened.planOptions,
      ...(await openRunners(opened, { note: progress.note, interrupt })),
      ...interrupt,
      onEvent: campaignProgress(progress),
    });
    progress.end();
    if (!result.ok && interrupt.noNewWork.aborted) return EXIT.interrupted;
    if (!result.ok) throw new UsageError(result.problems.join("\n"));
    const report = composeRunReport(result.plan, result);
    await printResult(terminal, "run_report", words.output, report);
    if (report.ended === "interrupted") return EXIT.interrupted;
    return report.totals.statuses.success === report.totals.trials ? EXIT.ok : EXIT.failed;
  } finally {
    progress.end();
    interrupt.dispose();
    await opened.gateways.close();
  }
}
