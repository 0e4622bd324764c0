import type { JudgedCampaign } from "../../records/index.ts";
import type { Undefined } from "../../statistics/index.ts";
import type { Comparison } from "./comparison.ts";
import { type EvidenceRates, evidenceRates } from "./evidence-rates.ts";
import { type JudgeAgreement, judgeAgreement } from "./judge-agreement.ts";
import { compareModels } from "./model-comparisons.ts";
import { type ModelStatistics, modelStatistics } from "./model-statistics.ts";
import { type Noise, noiseOf } from "./noise.ts";
import { byScore, scoresByModel } from "./score-table.ts";
import { type VariantStatistics, variantStatistics } from "./variant-statistics.ts";

/**
 * A campaign's figures with their uncertainty, as in `statistics` of `--output json`. Undetermined ones are `{ kind: "undefined", reason
 * }`, never NaN or null. Within one `schema_version`, fields are only added.
 */
export interface CampaignStatistics {
  schema_version: 1;
  /** Coverage of all intervals. */
  level: 0.95;
  pass_threshold: number | null;
  /** Checks that a trial must pass besides its score: all without judges, otherwise required ones. */
  passes_by_checks: "all" | "required" | "none";
  /** Best mean first; models without a score last, in the suite's order. */
  models: ModelStatistics[];
  /** Over all models; omitted with fewer than two variants or models. */
  variants?: VariantStatistics;
  /** All pairs of models, with p-values corrected for their number; with variants, pairs that share a model or variant. */
  comparisons: Comparison[];
  agreement: JudgeAgreement;
  noise: Noise | Undefined;
  rates: EvidenceRates;
}

export function campaignStatistics(result: JudgedCampaign): CampaignStatistics {
  const scores = scoresByModel(result);
  const variants = variantStatistics(result, scores);
  const models = modelStatistics(result, scores).sort(byScore);
  return {
    schema_version: 1,
    level: 0.95,
    pass_threshold: result.aggregation.pass_threshold,
    passes_by_checks: passesByChecks(result),
    models,
    ...(variants && { variants }),
    comparisons: compareModels(
      result,
      scores,
      models.map(({ model_id }) => model_id),
    ),
    agreement: judgeAgreement(result),
    noise: noiseOf(result, scores),
    rates: evidenceRates(result),
  };
}

function passesByChecks({ judge_runs, trials }: JudgedCampaign): CampaignStatistics["passes_by_checks"] {
  if (judge_runs.length === 0) return "all";
  return trials.some(({ checks }) => checks.outcomes.some(({ required }) => required)) ? "required" : "none";
}
