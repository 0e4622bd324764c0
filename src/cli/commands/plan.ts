import type { FormatName } from "../../report/formats/index.ts";
import { addCampaignOptions, type CampaignFlags, campaignOptions } from "../options/campaign-flags.ts";
import type { RegisterCommand } from "../options/command.ts";
import { outputOption, printResult } from "../options/output-format.ts";
import { quietOption } from "../options/quiet.ts";
import { evaluationProfileOption, forceOption } from "../options/repeated-options.ts";
import { type ShardFlags, shardOption, shardWeightsOption } from "../options/shard-flags.ts";
import { withDefaults } from "../options/with-defaults.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";

interface PlanFlags extends CampaignFlags, ShardFlags {
  output: FormatName;
  evaluationProfile?: string;
  quiet?: boolean;
}

export const registerPlan: RegisterCommand = (command, terminal) => {
  addCampaignOptions(command)
    .addOption(evaluationProfileOption())
    .addOption(shardOption())
    .addOption(shardWeightsOption())
    .addOption(forceOption())
    .addOption(outputOption("plan_report"))
    .addOption(quietOption())
    .addHelpText(
      "after",
      `
Examples:
  $ assay plan --suite quickstart --run-profile offline
  $ assay plan --suite my_suite --run-profile standard_run --model gpt4o_mini --output json
  $ assay plan --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini

With an evaluation profile, judge calls are counted too. --force plans as if nothing were stored.
Exit codes: 0 the plan is shown, 2 a configuration error. Missing keys are part of the plan.`,
    )
    .action(async (written: PlanFlags) => {
      const flags = await withDefaults(terminal, written, {
        command: "plan",
        needed: ["suite", "run_profile"],
        taken: ["evaluation_profile"],
      });
      const { plan } = await import("../../operations/index.ts");
      const { evaluationProfile, shard, shardWeights } = flags;
      const planned = await plan(
        { ...campaignOptions(terminal, flags), evaluationProfile, shard, shardWeights },
        { onEvent: sayRemarks(terminal) },
      );
      await printResult(terminal, "plan_report", flags.output, planned);
    });
};
