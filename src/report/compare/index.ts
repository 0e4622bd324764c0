export { alignSides } from "./align-sides.ts";
export {
  type CampaignComparison,
  type ComparedCampaign,
  type CompareOutcome,
  compareCampaigns,
} from "./compare-campaigns.ts";
export { type CurrentCampaign, currentSide } from "./current-side.ts";
export { leftOutLines } from "./left-out-words.ts";
export type { RegressionVerdict } from "./regression.ts";
export { decideRegression, type RegressionDecision } from "./regression-gate.ts";
export {
  type ComparisonReport,
  comparisonSummary,
  renderComparisonMarkdown,
} from "./render.ts";
export { type CampaignSide, comparedSide } from "./side.ts";
export { type NamedSubjects, sideOfSubjects, subjectsNamed } from "./side-of-subjects.ts";
export { judgedCampaigns, type KnownToday, type StoredCampaign, storedSide } from "./stored-evaluations.ts";
