export { batchComparisonSentences } from "./batch/comparison-markdown.ts";

export {
  batchResultMarkdown,
  batchSentences,
  meanText,
  shareText,
  singletonSentences,
} from "./batch/result-markdown.ts";

export { calibrationHead, partSection, preferenceSection, trustSection } from "./calibration/calibration-sections.ts";
export { type CorrectedRow, correctedRows } from "./calibration/corrected-rows.ts";
export { correctedComparisonLines, correctionSection } from "./calibration/correction-section.ts";
export { type CampaignReport, composeCampaignReport } from "./campaign/campaign-report.ts";
export { campaignSections, headLines } from "./campaign/campaign-sections.ts";
export type { ModelSummary } from "./campaign/model-summary.ts";
export { renderCampaignText } from "./campaign/render-campaign.ts";
export { type ChartPoint, chartContent } from "./chart/chart-points.ts";
export { curveSvg } from "./chart/curve-svg.ts";
export { bestForTheMoney } from "./chart/frontier.ts";
export { placeLabels } from "./chart/place-labels.ts";
export { fitText, textWidth } from "./chart/text-width.ts";
export { writeChart, writePicture } from "./chart/write-chart.ts";
export { alignSides } from "./compare/align-sides.ts";
export { type CampaignComparison, type CompareOutcome, compareCampaigns } from "./compare/compare-campaigns.ts";
export { type CurrentCampaign, currentSide } from "./compare/current-side.ts";
export { leftOutLines } from "./compare/left-out-text.ts";
export type { RegressionVerdict } from "./compare/regression.ts";
export { decideRegression, type RegressionDecision } from "./compare/regression-gate.ts";
export { comparisonSummary } from "./compare/render.ts";
export { type CampaignSide, comparedSide } from "./compare/side.ts";
export { type NamedSubjects, sideOfSubjects, subjectsNamed } from "./compare/side-of-subjects.ts";
export { type KnownToday, type StoredCampaign, storedSide } from "./compare/stored-evaluations.ts";
export type { GateAnswer } from "./gate/answer.ts";
export { changedOutcomes, type EarlierCases } from "./gate/changed-outcomes.ts";
export { decideGate, type GateReport } from "./gate/decide-gate.ts";

export { interruption } from "./interruption.ts";
export type { ImportedLabels } from "./labels/imported-labels.ts";
export type { LabelListing } from "./labels/label-listing.ts";
export type { LabelEntry, LabelStatus } from "./labels/label-status.ts";
export type { PlannedLabels } from "./labels/planned-labels.ts";
export type { CaseListing, ListedCase } from "./listing/cases-text.ts";
export type { DoctorGuarantee, DoctorReport } from "./listing/doctor-text.ts";
export { renderImportMarkdown } from "./listing/import-text.ts";
export { type NotProvedCounts, notProved } from "./listing/not-proved.ts";
export type { StoreCheck } from "./listing/store-check-text.ts";
export type { ShardsInStore, StoreMerge } from "./listing/store-merge-text.ts";
export type { StoreOverview } from "./listing/store-overview-text.ts";
export type { StorePruning } from "./listing/store-pruning-text.ts";
export type { StoredCampaigns } from "./listing/store-text.ts";
export type { DescribedVariant, SuiteDescription, SuiteListing } from "./listing/suites-text.ts";
export type { Validation } from "./listing/validation-text.ts";
export { isVerified, type Verification, verifiedSettings } from "./listing/verification-text.ts";
export type { ListedWorker, WorkersListing } from "./listing/workers-text.ts";
export { composePlanReport, type JudgingPlan, type PlanReport } from "./plan-report.ts";

export { composeRunReport, type RunReport } from "./run-report.ts";

export type { OpenPiece, ShardReport } from "./shard/shard-report.ts";
export type { CampaignStatistics } from "./statistics/campaign-statistics.ts";
export type { Comparison } from "./statistics/comparison.ts";
export { describeAlpha, formatShare } from "./statistics/format-figures.ts";
export { byScore, scoresByCase, subjectScore } from "./statistics/score-table.ts";
export { type SectionId, statisticsSections } from "./statistics/sections.ts";
export type { StoredRecords } from "./stored-records.ts";
export { commandsFor } from "./trials/commands.ts";
export type { ListedTrialRow, TrialListing } from "./trials/trial-listing.ts";
