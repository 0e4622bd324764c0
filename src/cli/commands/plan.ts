import type { FormatName } from "../../report/formats/index.ts";
import type { RegisterCommand } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { addCampaignOptions, type CampaignWords, openCampaign } from "../open-campaign.ts";
import { outputOption, printResult } from "../output-format.ts";
import type { Terminal } from "../terminal.ts";

interface PlanWords extends CampaignWords {
  output: FormatName;
}

export const registerPlan: RegisterCommand = (program, terminal, finish) => {
  addCampaignOptions(program.command("plan"))
    .description("show what a run would do: what is stored, what must run, and what it may cost; spends nothing")
    .option("--force", "plan as if nothing were stored")
    .addOption(outputOption("plan_report"))
    .addHelpText(
      "after",
      `
Examples:
  $ assay plan --suite quickstart --run-profile offline
  $ assay plan --suite my_suite --run-profile standard_run --model gpt4o_mini --output json

Exit codes: 0 the plan is shown, 2 a configuration error. Missing keys are part of the plan.`,
    )
    .action(async (words: PlanWords) => finish(await plan(terminal, words)));
};

async function plan(terminal: Terminal, words: PlanWords): Promise<ExitCode> {
  const { estimatePlan, planCampaign } = await import("../../campaign/index.ts");
  const { composePlanReport } = await import("../../report/index.ts");
  const { findImage } = await import("../../runners/index.ts");
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");

  const opened = await openCampaign(terminal, words);
  try {
    const { config, env, planOptions } = opened;
    const planned = await planCampaign(config, {
      ...planOptions,
      findImage: ({ docker_cli: cli, image }) => findImage({ cli, image, env, pull: false }),
    });
    // Texts of cases are data: what looks like a special token in them is counted as text.
    const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
    const report = composePlanReport(planned, await estimatePlan(planned, count));
    await printResult(terminal, "plan_report", words.output, report);
    return EXIT.ok;
  } finally {
    await opened.gateways.close();
  }
}
