/**
 * Everything Assay does, as functions: `(options, { signal, noNewWork, onEvent }) => result`. None of them prints or ends the process.
 * A room behind this door is loaded when it is first entered, because the CLI asks for one of them and waits.
 * Each throws an `OperationError` when what was asked for can't be done; then nothing was spent. A `StorageError` says that results could no
 * longer be stored.
 */

export type { CalibrateOptions } from "./calibration/calibrate.ts";
export type { GoldOptions } from "./calibration/calibrate-gold.ts";
export type { CalibratePairsOptions } from "./calibration/calibrate-pairs.ts";
export type { CompareOptions, CompareResult } from "./campaign/compare.ts";
export type { ExportReportOptions } from "./campaign/export-report.ts";
export type { GateOptions } from "./campaign/gate.ts";
export type { ThresholdOptions } from "./campaign/missed-thresholds.ts";
export type { PlanCampaignOptions } from "./campaign/plan.ts";
export type { ReportOptions } from "./campaign/report.ts";
export type { RunOptions } from "./campaign/run.ts";
export type { RunEvalOptions, RunEvalResult } from "./campaign/run-eval.ts";
export type { RunEvalShardResult } from "./campaign/run-eval-shard.ts";
export type { StoredReportOptions } from "./campaign/stored-report.ts";
export type { RunEvalEvent, RunEvent, TrialName } from "./campaign-events.ts";
export type { Controls, Remark, Surroundings } from "./controls.ts";
export * from "./doors/campaign-operations.ts";
export * from "./doors/judging-operations.ts";
export * from "./doors/label-operations.ts";
export * from "./doors/store-operations.ts";
export * from "./doors/worker-operations.ts";
export * from "./doors/workspace-operations.ts";
export { OperationError, StorageError } from "./errors/operation-error.ts";
export type { ImportAnswersOptions, ImportOpenAiEvalsOptions, ImportOptions } from "./imports/import-options.ts";
export type { BatchesEvent, JudgeBatchOptions } from "./judge/batches/batch-options.ts";
export type { CompareBatchesOptions } from "./judge/batches/compare-batches.ts";
export type { JudgedBatch } from "./judge/batches/judge-batch.ts";
export type { BatchPreview } from "./judge/batches/preview-batch.ts";
export type { CollectEvent, CollectedSamples, CollectSamplesOptions } from "./judge/samples/collect-samples.ts";
export type { JudgedSamples } from "./judge/samples/judge-samples.ts";
export type { SamplesPreview } from "./judge/samples/preview-samples.ts";
export type { JudgeSamplesOptions, SamplesEvent } from "./judge/samples/sample-options.ts";
export type { SummarizedSamples, SummarizeSamplesOptions } from "./judge/samples/summarize-samples.ts";
export type { AdjudicateOptions, Adjudication, AnonymousOpinion } from "./labels/adjudicate.ts";
export type { ImportLabelsOptions } from "./labels/exchange-labels.ts";
export type { LabelSession } from "./labels/label.ts";
export type { LabelChoices } from "./labels/label-choices.ts";
export type { LabelOptions, PacketOptions } from "./labels/label-options.ts";
export type { PlanLabelsOptions } from "./labels/plan-labels.ts";
export type { RestoredLabels } from "./labels/restore-labels.ts";
export type { SharedLabelling } from "./labels/shared-labelling.ts";
export type { FunctionAnswer, FunctionModel, FunctionRequest } from "./open/functions/function-gateways.ts";
export type { InputSource } from "./open/input-bytes.ts";
export type { CampaignOptions } from "./open/open-campaign.ts";
export type { ShardOptions } from "./open/shard-options.ts";
export type { MadeFiles, MakeFilesOptions } from "./store/make-files.ts";
export type { MergeStoreOptions } from "./store/merge-store.ts";
export type { Packed, PackOptions, Unpacked, UnpackOptions } from "./store/pack.ts";
export type { PruneStoreOptions } from "./store/prune.ts";
export type { DrawnItems, StoredBatch } from "./store/results/stored-batches.ts";
export type { ListedResult, StoredResults, StoredResultsOptions } from "./store/results/stored-results.ts";
export type { ListedRubric, StoredRubric, StoredSample } from "./store/results/stored-rubrics.ts";
export type { StoredFile, StoredJudging, TrialInCampaign, TrialRecords } from "./store/results/stored-trial.ts";
export type { VerifyOptions } from "./store/verifying/verify.ts";
export type { ListTrialsOptions } from "./trials/list-trials.ts";
export type { ShownRecords, ShowTrialOptions } from "./trials/show-trial.ts";
export type { TrialFilters } from "./trials/trial-filters.ts";
export type { ListWorkersOptions } from "./workers/list-workers.ts";
export type { RedisOptions } from "./workers/open-redis.ts";
export type { WorkersOptions } from "./workers/remote-execution.ts";
export type { RunWorkerOptions } from "./workers/run-worker.ts";
export type { DoctorOptions } from "./workspace/doctor.ts";
