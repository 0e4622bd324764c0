export {
  type CampaignComparison,
  type ComparedCampaign,
  type ComparedModel,
  type CompareOutcome,
  compareCampaigns,
} from "./compare-campaigns.ts";
export { comparedModel } from "./compared-model.ts";
export { judgeRegression, type RegressionVerdict } from "./regression.ts";
export {
  type ComparisonReport,
  renderComparisonJson,
  renderComparisonMarkdown,
  renderComparisonText,
} from "./render.ts";
export { judgedCampaigns, readStoredEvaluations, type StoredEvaluations } from "./stored-evaluations.ts";
