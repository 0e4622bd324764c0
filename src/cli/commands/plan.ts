import type { FormatName } from "../../report/formats/index.ts";
import { sayRemarks } from "../terminal/listen.ts";
import { addCampaignOptions, type CampaignWords, campaignOptions } from "../words/campaign-words.ts";
import type { RegisterCommand } from "../words/command.ts";
import { outputOption, printResult } from "../words/output-format.ts";
import { quietOption } from "../words/quiet.ts";
import { evaluationProfileOption, forceOption } from "../words/repeated-options.ts";
import { type ShardWords, shardOption, shardWeightsOption } from "../words/shard-words.ts";
import { withDefaults } from "../words/with-defaults.ts";

interface PlanWords extends CampaignWords, ShardWords {
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
    .action(async (written: PlanWords) => {
      const words = await withDefaults(terminal, written, {
        command: "plan",
        needed: ["suite", "run_profile"],
        taken: ["evaluation_profile"],
      });
      const { plan } = await import("../../operations/index.ts");
      const { evaluationProfile, shard, shardWeights } = words;
      const planned = await plan(
        { ...campaignOptions(terminal, words), evaluationProfile, shard, shardWeights },
        { onEvent: sayRemarks(terminal) },
      );
      await printResult(terminal, "plan_report", words.output, planned);
    });
};
