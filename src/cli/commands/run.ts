import type { RunOptions } from "../../operations/index.ts";
import type { FormatName } from "../../report/formats/index.ts";
import { addCampaignOptions, type CampaignFlags, campaignOptions } from "../options/campaign-flags.ts";
import type { RegisterCommand } from "../options/command.ts";
import { maxCostOption } from "../options/max-cost.ts";
import { outputOption, printResult } from "../options/output-format.ts";
import { quietOption } from "../options/quiet.ts";
import { addFilesOptions, forceOption, recordToolsOption, strictSandboxOption } from "../options/repeated-options.ts";
import { type ShardFlags, shardOption, shardWeightsOption } from "../options/shard-flags.ts";
import { withDefaults } from "../options/with-defaults.ts";
import { addWorkersOptions, type WorkersFlags, workersOptions } from "../options/workers-flags.ts";
import { EXIT, type ExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface RunFlags extends CampaignFlags, ShardFlags, WorkersFlags {
  output: FormatName;
  quiet?: boolean;
  files?: RunOptions["files"];
  strictSandbox?: boolean;
  maxCostUsd?: number;
  recordTools?: boolean;
}

export const registerRun: RegisterCommand = (command, terminal, finish) => {
  addFilesOptions(addWorkersOptions(addCampaignOptions(command)).addOption(forceOption()))
    .addOption(strictSandboxOption())
    .addOption(recordToolsOption())
    .addOption(maxCostOption())
    .addOption(shardOption())
    .addOption(shardWeightsOption())
    .addOption(outputOption("run_report"))
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
Examples:
  $ assay run --suite quickstart --run-profile offline
  $ assay run --suite my_suite --run-profile standard_run --model gpt4o_mini --case refund --force
  $ assay run --suite my_suite --run-profile standard_run --max-cost-usd 5
  $ assay run --suite my_suite --run-profile standard_run --output json > run.json
  $ assay run --suite my_suite --run-profile standard_run --shard 2/8

Exit codes: 0 all trials succeeded, 1 some did not, 2 nothing was run, 130 interrupted (run again to continue).`,
    )
    .action(async (flags: RunFlags) =>
      finish(
        await run(
          terminal,
          await withDefaults(terminal, flags, { command: "run", needed: ["suite", "run_profile"], makesFiles: true }),
        ),
      ),
    );
};

async function run(terminal: Terminal, flags: RunFlags): Promise<ExitCode> {
  const operations = await import("../../operations/index.ts");
  const { runWithProgress } = await import("../progress/run-with-progress.ts");
  return await runWithProgress(terminal, { quiet: flags.quiet, judged: false }, async (controls, progress) => {
    const { files, strictSandbox, maxCostUsd, recordTools, shard, shardWeights } = flags;
    const settings = { files, strictSandbox, maxCostUsd, recordTools, shard, shardWeights, ...workersOptions(flags) };
    const options = { ...campaignOptions(terminal, flags), ...settings };
    const report = await operations.run(options, controls);
    progress.end();
    await printResult(terminal, "run_report", flags.output, report);
    if (report.ended === "interrupted") return EXIT.interrupted;
    return report.totals.statuses.success === report.totals.trials ? EXIT.ok : EXIT.failed;
  });
}
