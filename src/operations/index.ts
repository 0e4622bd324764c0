/**
 * Everything Assay does, as functions: `(options, { signal, noNewWork, onEvent }) => result`. None of them prints or ends the process.
 * A room behind this door is loaded when it is first entered, because the CLI asks for one of them and waits.
 * Each throws an `OperationError` when what was asked for can't be done; then nothing was spent. A `StorageError` says that results could no
 * longer be stored.
 */
export type {
  BatchesEvent,
  BatchPreview,
  CompareBatchesOptions,
  JudgeBatchOptions,
  JudgedBatch,
} from "./batch/index.ts";
export type { CalibrateOptions, CalibratePairsOptions, GoldOptions } from "./calibration/index.ts";
export type { RunEvalEvent, RunEvent, TrialName } from "./campaign-events.ts";
export type { CompareOptions, CompareResult } from "./compare.ts";
export type { Controls, Remark, Surroundings } from "./controls.ts";
export type { DoctorOptions } from "./doctor.ts";
export * from "./doors/campaign-operations.ts";
export * from "./doors/judging-operations.ts";
export * from "./doors/label-operations.ts";
export * from "./doors/store-operations.ts";
export * from "./doors/worker-operations.ts";
export * from "./doors/workspace-operations.ts";
export type { WorkersOptions } from "./elsewhere.ts";
export type { ExportReportOptions } from "./export-report.ts";
export type { FunctionAnswer, FunctionModel, FunctionRequest } from "./function-gateways.ts";
export type { GateOptions } from "./gate.ts";
export type { ImportAnswersOptions, ImportOpenAiEvalsOptions, ImportOptions } from "./imports/index.ts";
export type { InputSource } from "./input-bytes.ts";
export type {
  AdjudicateOptions,
  Adjudication,
  AnonymousOpinion,
  ImportLabelsOptions,
  LabelChoices,
  LabelOptions,
  LabelSession,
  PacketOptions,
  PlanLabelsOptions,
  RestoredLabels,
  SharedLabelling,
} from "./labels/index.ts";
export type { ListWorkersOptions } from "./list-workers.ts";
export type { MadeFiles, MakeFilesOptions } from "./make-files.ts";
export type { ThresholdOptions } from "./missed-thresholds.ts";
export type { CampaignOptions } from "./open-campaign.ts";
export type { RedisOptions } from "./open-redis.ts";
export { OperationError, StorageError } from "./operation-error.ts";
export type { Packed, PackOptions, Unpacked, UnpackOptions } from "./pack.ts";
export type { PlanCampaignOptions } from "./plan.ts";
export type { ReportOptions } from "./report.ts";
export type { RunOptions } from "./run.ts";
export type { RunEvalOptions, RunEvalResult } from "./run-eval.ts";
export type { RunEvalShardResult } from "./run-eval-shard.ts";
export type {
  CollectEvent,
  CollectedSamples,
  CollectSamplesOptions,
  JudgedSamples,
  JudgeSamplesOptions,
  SamplesEvent,
  SamplesPreview,
  SummarizedSamples,
  SummarizeSamplesOptions,
} from "./samples/index.ts";
export type { ShardOptions } from "./shard-options.ts";
export type { MergeStoreOptions, PruneStoreOptions } from "./store/index.ts";
export type { DrawnItems, StoredBatch } from "./stored-batches.ts";
export type { StoredReportOptions } from "./stored-report.ts";
export type { ListedResult, StoredResults, StoredResultsOptions } from "./stored-results.ts";
export type { ListedRubric, StoredRubric, StoredSample } from "./stored-rubrics.ts";
export type { StoredFile, StoredJudging, TrialInCampaign, TrialRecords } from "./stored-trial.ts";
export type { ListTrialsOptions, ShownRecords, ShowTrialOptions, TrialFilters } from "./trials/index.ts";
export type { VerifyOptions } from "./verify.ts";
export type { WorkOptions } from "./work.ts";
