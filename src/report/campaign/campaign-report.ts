import type { CampaignCorrections } from "../../calibration/index.ts";
import type { CampaignSpending, JudgedCampaign } from "../../records/index.ts";
import { type CampaignStatistics, campaignStatistics } from "../statistics/campaign-statistics.ts";
import { type BrokenTrialAnswer, brokenTrialAnswers } from "./broken-answers.ts";
import { type CheckSummary, checkSummaries } from "./check-summary.ts";
import { type ModelSummary, modelSummaries } from "./model-summary.ts";
import { type SelfNaming, selfNaming } from "./self-naming.ts";

/** Output of `--output json` for a judged campaign. Within one `schema_version`, fields are only added. */
export interface CampaignReport extends JudgedCampaign {
  kind: "campaign_report";
  totals: { trials: number; scored: number; checked: number; unscored: number; not_judged: number; not_run: number };
  model_summaries: ModelSummary[];
  /** Null if no trial names its own model. */
  self_naming: SelfNaming | null;
  broken_answers: BrokenTrialAnswer[];
  /** Checks by name and model. */
  check_summaries: CheckSummary[];
  statistics: CampaignStatistics;
  /** Figures corrected by labels; omitted without labels. */
  corrected?: CampaignCorrections[];
  /** Omitted by commands that spend nothing. */
  spending?: CampaignSpending;
}

export function composeCampaignReport(result: JudgedCampaign): CampaignReport {
  const count = (state: JudgedCampaign["trials"][number]["state"]) =>
    result.trials.filter((trial) => trial.state === state).length;
  return {
    kind: "campaign_report",
    ...result,
    totals: {
      trials: result.trials.length,
      scored: count("scored"),
      checked: count("checked"),
      unscored: count("unscored"),
      not_judged: count("not_judged"),
      not_run: count("not_run"),
    },
    model_summaries: modelSummaries(result),
    self_naming: selfNaming(result),
    broken_answers: brokenTrialAnswers(result),
    check_summaries: checkSummaries(result),
    statistics: campaignStatistics(result),
  };
}
