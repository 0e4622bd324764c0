/**
 * The library: everything the `assay` command does, for programs. docs/library.md shows how to use it. What is not exported here may
 * change with any version.
 */

export type { Calibration, GoldCheck, PairCalibration, QuestionCalibration } from "./calibration/index.ts";
// Imported directly, because the folder's door would load every schema.
export { formatDiagnostics } from "./config/diagnostics/format-diagnostics.ts";
export type { Diagnostic, Shard } from "./config/index.ts";
export type { ImportEntry, ImportOutcome, ImportReport } from "./importing/index.ts";
export type {
  BatchComparison,
  BatchResult,
  DrawnItems,
  Judgement,
  ListedRubric,
  RubricManifest,
  RubricSummary,
  Sample,
  SampleMeta,
  ShownTrial,
  StoredBatch,
  StoredRubric,
  StoredSample,
} from "./judging/index.ts";
export * from "./operations/index.ts";
export {
  type CallRecord,
  type CampaignRecord,
  type ChatMessage,
  type CheckResult,
  type ChecksRecord,
  type ContentPart,
  DIMENSIONS,
  type Dimension,
  type EvaluationFacts,
  type EvaluationRecord,
  type JudgeAttempt,
  type JudgedCampaign,
  type LabelRecord,
  type MediaPart,
  type OutputArtifact,
  type RecordKind,
  type RecordValues,
  type RunArtifact,
  type RunFacts,
  type RunRecord,
  type RunStatus,
  type ToolCall,
  type ToolDefinition,
  type TraceEvent,
  type TrialResult,
  type TrialState,
  type Usage,
  type Verdict,
  type Violation,
} from "./records/index.ts";
export type {
  CampaignComparison,
  CampaignReport,
  CampaignStatistics,
  CaseListing,
  Comparison,
  DoctorGuarantee,
  DoctorReport,
  GateAnswer,
  GateReport,
  ImportedLabels,
  LabelListing,
  LabelStatus,
  ListedWorker,
  ModelSummary,
  PlannedLabels,
  PlanReport,
  RegressionDecision,
  RegressionVerdict,
  RunReport,
  ShardReport,
  StoreCheck,
  StoredCampaigns,
  StoreMerge,
  StoreOverview,
  StorePruning,
  SuiteDescription,
  SuiteListing,
  TrialListing,
  Validation,
  Verification,
  WorkersListing,
} from "./report/index.ts";
/** Means, differences, agreement and power, with their uncertainty: pure functions. */
export * as statistics from "./statistics/measures.ts";
export {
  type DamagedRecord,
  type Entry,
  type ListedCampaign,
  type ListedTrial,
  listCampaigns,
  listTrials,
  type MergedStore,
  mergeStores,
  openMemoryStore,
  openStore,
  type PackManifest,
  type ReadRecord,
  type Store,
  type StoreOptions,
} from "./store/index.ts";
