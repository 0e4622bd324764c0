import type { FormatName } from "../../report/formats/index.ts";
import { EXIT, type ExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { addCampaignOptions, type CampaignWords, campaignOptions } from "../words/campaign-words.ts";
import type { RegisterCommand } from "../words/command.ts";
import { maxCostOption } from "../words/max-cost.ts";
import { outputOption, printResult } from "../words/output-format.ts";
import { quietOption } from "../words/quiet.ts";
import { forceOption, noFilesOption, recordToolsOption, strictSandboxOption } from "../words/repeated-options.ts";
import { type ShardWords, shardOption, shardWeightsOption } from "../words/shard-words.ts";
import { withDefaults } from "../words/with-defaults.ts";
import { addWorkersOptions, type WorkersWords, workersOptions } from "../words/workers-words.ts";

interface RunWords extends CampaignWords, ShardWords, WorkersWords {
  output: FormatName;
  quiet?: boolean;
  files?: boolean;
  strictSandbox?: boolean;
  maxCostUsd?: number;
  recordTools?: boolean;
}

export const registerRun: RegisterCommand = (command, terminal, finish) => {
  addWorkersOptions(addCampaignOptions(command))
    .addOption(forceOption())
    .addOption(noFilesOption())
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
    .action(async (words: RunWords) =>
      finish(
        await run(terminal, await withDefaults(terminal, words, { command: "run", needed: ["suite", "run_profile"] })),
      ),
    );
};

async function run(terminal: Terminal, words: RunWords): Promise<ExitCode> {
  const operations = await import("../../operations/index.ts");
  const { underWay } = await import("../progress/under-way.ts");
  return await underWay(terminal, { quiet: words.quiet, judged: false }, async (controls, progress) => {
    const { files, strictSandbox, maxCostUsd, recordTools, shard, shardWeights } = words;
    const settings = { files, strictSandbox, maxCostUsd, recordTools, shard, shardWeights, ...workersOptions(words) };
    const options = { ...campaignOptions(terminal, words), ...settings };
    const report = await operations.run(options, controls);
    progress.end();
    await printResult(terminal, "run_report", words.output, report);
    if (report.ended === "interrupted") return EXIT.interrupted;
    return report.totals.statuses.success === report.totals.trials ? EXIT.ok : EXIT.failed;
  });
}
