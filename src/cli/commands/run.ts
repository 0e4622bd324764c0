import type { FormatName } from "../../report/formats/index.ts";
import { EXIT, type ExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import {
  addCampaignOptions,
  type CampaignWords,
  campaignOptions,
  RECORD_TOOLS,
  STRICT_SANDBOX,
} from "../words/campaign-words.ts";
import type { RegisterCommand } from "../words/command.ts";
import { maxCostOption } from "../words/max-cost.ts";
import { outputOption, printResult } from "../words/output-format.ts";

interface RunWords extends CampaignWords {
  output: FormatName;
  quiet?: boolean;
  files?: boolean;
  strictSandbox?: boolean;
  maxCostUsd?: number;
  recordTools?: boolean;
}

export const registerRun: RegisterCommand = (program, terminal, finish) => {
  addCampaignOptions(program.command("run"))
    .description("run a suite's cases under a run profile; what is stored already is reused")
    .option("--force", "run the selected trials again, even if they are stored")
    .option("--no-files", "keep records only, without a file per trial; `assay files` makes them later")
    .option("--strict-sandbox", STRICT_SANDBOX)
    .option("--record-tools", RECORD_TOOLS)
    .addOption(maxCostOption("the campaign"))
    .addOption(outputOption("run_report"))
    .option("-q, --quiet", "no progress on stderr, only warnings")
    .addHelpText(
      "after",
      `
Examples:
  $ assay run --suite quickstart --run-profile offline
  $ assay run --suite my_suite --run-profile standard_run --model gpt4o_mini --case refund --force
  $ assay run --suite my_suite --run-profile standard_run --max-cost-usd 5
  $ assay run --suite my_suite --run-profile standard_run --output json > run.json

Exit codes: 0 all trials succeeded, 1 some did not, 2 nothing was run, 130 interrupted (run again to go on).`,
    )
    .action(async (words: RunWords) => finish(await run(terminal, words)));
};

async function run(terminal: Terminal, words: RunWords): Promise<ExitCode> {
  const operations = await import("../../operations/index.ts");
  const { underWay } = await import("../progress/under-way.ts");
  return await underWay(terminal, { quiet: words.quiet, judged: false }, async (controls, progress) => {
    const { files, strictSandbox, maxCostUsd, recordTools } = words;
    const options = { ...campaignOptions(terminal, words), files, strictSandbox, maxCostUsd, recordTools };
    const report = await operations.run(options, controls);
    progress.end();
    await printResult(terminal, "run_report", words.output, report);
    if (report.ended === "interrupted") return EXIT.interrupted;
    return report.totals.statuses.success === report.totals.trials ? EXIT.ok : EXIT.failed;
  });
}
