import type { FormatName } from "../../report/formats/index.ts";
import { sayRemarks } from "../terminal/listen.ts";
import { addCampaignOptions, type CampaignWords, campaignOptions } from "../words/campaign-words.ts";
import type { RegisterCommand } from "../words/command.ts";
import { outputOption, printResult } from "../words/output-format.ts";

interface PlanWords extends CampaignWords {
  output: FormatName;
  evaluationProfile?: string;
}

export const registerPlan: RegisterCommand = (program, terminal) => {
  addCampaignOptions(program.command("plan"))
    .description(
      "show what a run would do: what is stored, what must run and be judged, and what it may cost; spends nothing",
    )
    .option("--evaluation-profile <id or path>", "count judge calls too: who judges, what is stored, what it may cost")
    .option("--force", "plan as if nothing were stored")
    .addOption(outputOption("plan_report"))
    .addHelpText(
      "after",
      `
Examples:
  $ assay plan --suite quickstart --run-profile offline
  $ assay plan --suite my_suite --run-profile standard_run --model gpt4o_mini --output json
  $ assay plan --suite my_suite --run-profile standard_run --evaluation-profile judge_gpt4o_mini

Exit codes: 0 the plan is shown, 2 a configuration error. Missing keys are part of the plan.`,
    )
    .action(async (words: PlanWords) => {
      const { plan } = await import("../../operations/index.ts");
      const planned = await plan(
        { ...campaignOptions(terminal, words), evaluationProfile: words.evaluationProfile },
        { onEvent: sayRemarks(terminal) },
      );
      await printResult(terminal, "plan_report", words.output, planned);
    });
};
