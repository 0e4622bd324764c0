/**
 * All operations, as functions: `(options, { signal, noNewWork, onEvent }) => result`. None of them prints or ends the process. Each is
 * loaded on its first call, as a command needs only one and the user waits. Docs and examples are at the functions;
 * scripts/declarations.mjs copies them to these names in the package's types. Operations throw an `OperationError` if they cannot be done
 * as asked, with nothing spent, and a `StorageError` if results can no longer be stored.
 */

export * from "../errors/index.ts";

import { lazyOperation } from "./lazy-operation.ts";

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
export type { Controls, Surroundings } from "./controls.ts";
export type { AssayEvent, EventOf, TrialName } from "./events.ts";
export type { ImportAnswersOptions, ImportOpenAiEvalsOptions, ImportOptions } from "./imports/import-options.ts";
export type { JudgeBatchOptions } from "./judge/batches/batch-options.ts";
export type { CompareBatchesOptions } from "./judge/batches/compare-batches.ts";
export type { JudgedBatch } from "./judge/batches/judge-batch.ts";
export type { BatchPreview } from "./judge/batches/preview-batch.ts";
export type { CollectedSamples, CollectSamplesOptions } from "./judge/samples/collect-samples.ts";
export type { JudgedSamples } from "./judge/samples/judge-samples.ts";
export type { SamplesPreview } from "./judge/samples/preview-samples.ts";
export type { JudgeSamplesOptions } from "./judge/samples/sample-options.ts";
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
export type { ListedResult, StoredResults, StoredResultsOptions } from "./store/results/stored-results.ts";
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

// Campaigns.
export const plan = lazyOperation(async () => (await import("./campaign/plan.ts")).plan);
export const run = lazyOperation(async () => (await import("./campaign/run.ts")).run);
export const runEval = lazyOperation(async () => (await import("./campaign/run-eval.ts")).runEval);
export const runEvalShard = lazyOperation(async () => (await import("./campaign/run-eval-shard.ts")).runEvalShard);
export const report = lazyOperation(async () => (await import("./campaign/report.ts")).report);
export const storedReport = lazyOperation(async () => (await import("./campaign/stored-report.ts")).storedReport);
export const exportReport = lazyOperation(async () => (await import("./campaign/export-report.ts")).exportReport);
export const storedName = lazyOperation(async () => (await import("./campaign/report.ts")).storedName);
export const missedThresholds = lazyOperation(
  async () => (await import("./campaign/missed-thresholds.ts")).missedThresholds,
);
export const compare = lazyOperation(async () => (await import("./campaign/compare.ts")).compare);
export const gate = lazyOperation(async () => (await import("./campaign/gate.ts")).gate);

// Samples by a rubric and experiments in batches.
export const judgeSamples = lazyOperation(async () => (await import("./judge/samples/judge-samples.ts")).judgeSamples);
export const previewSamples = lazyOperation(
  async () => (await import("./judge/samples/preview-samples.ts")).previewSamples,
);
export const summarizeSamples = lazyOperation(
  async () => (await import("./judge/samples/summarize-samples.ts")).summarizeSamples,
);
export const collectSamples = lazyOperation(
  async () => (await import("./judge/samples/collect-samples.ts")).collectSamples,
);
export const judgeBatch = lazyOperation(async () => (await import("./judge/batches/judge-batch.ts")).judgeBatch);
export const previewBatch = lazyOperation(async () => (await import("./judge/batches/preview-batch.ts")).previewBatch);
export const compareBatches = lazyOperation(
  async () => (await import("./judge/batches/compare-batches.ts")).compareBatches,
);
export const judgeSamplesShard = lazyOperation(
  async () => (await import("./judge/samples/judge-samples-shard.ts")).judgeSamplesShard,
);
export const judgeBatchShard = lazyOperation(
  async () => (await import("./judge/batches/judge-batch-shard.ts")).judgeBatchShard,
);

// Labels, and what follows from them.
export const calibrate = lazyOperation(async () => (await import("./calibration/calibrate.ts")).calibrate);
export const calibrateGold = lazyOperation(async () => (await import("./calibration/calibrate-gold.ts")).calibrateGold);
export const calibratePairs = lazyOperation(
  async () => (await import("./calibration/calibrate-pairs.ts")).calibratePairs,
);
export const planLabels = lazyOperation(async () => (await import("./labels/plan-labels.ts")).planLabels);
export const label = lazyOperation(async () => (await import("./labels/label.ts")).label);
export const adjudicate = lazyOperation(async () => (await import("./labels/adjudicate.ts")).adjudicate);
export const importLabels = lazyOperation(async () => (await import("./labels/exchange-labels.ts")).importLabels);
export const exportLabels = lazyOperation(async () => (await import("./labels/exchange-labels.ts")).exportLabels);
export const labelStatus = lazyOperation(async () => (await import("./labels/label-status.ts")).labelStatus);
export const listLabels = lazyOperation(async () => (await import("./labels/label-status.ts")).listLabels);
export const restoreLabels = lazyOperation(async () => (await import("./labels/restore-labels.ts")).restoreLabels);
export const labelChoices = lazyOperation(async () => (await import("./labels/label-choices.ts")).labelChoices);
export const openSharedLabelling = lazyOperation(
  async () => (await import("./labels/shared-labelling.ts")).openSharedLabelling,
);

// The store.
export const listStore = lazyOperation(async () => (await import("./store/list-store.ts")).listStore);
export const listStoredTrials = lazyOperation(async () => (await import("./trials/list-trials.ts")).listStoredTrials);
export const showTrial = lazyOperation(async () => (await import("./trials/show-trial.ts")).showTrial);
export const openStoredResults = lazyOperation(
  async () => (await import("./store/results/stored-results.ts")).openStoredResults,
);
export const checkStore = lazyOperation(async () => (await import("./store/check-store.ts")).checkStore);
export const mergeStore = lazyOperation(async () => (await import("./store/merge-store.ts")).mergeStore);
export const packCampaign = lazyOperation(async () => (await import("./store/pack.ts")).packCampaign);
export const unpackCampaign = lazyOperation(async () => (await import("./store/pack.ts")).unpackCampaign);
export const verifyCampaign = lazyOperation(async () => (await import("./store/verifying/verify.ts")).verifyCampaign);
export const makeFiles = lazyOperation(async () => (await import("./store/make-files.ts")).makeFiles);
export const storeOverview = lazyOperation(async () => (await import("./store/overview.ts")).storeOverview);
export const pruneStore = lazyOperation(async () => (await import("./store/prune.ts")).pruneStore);
export const storeWeights = lazyOperation(async () => (await import("./store/weights.ts")).storeWeights);

// Workers.
export const runWorker = lazyOperation(async () => (await import("./workers/run-worker.ts")).runWorker);
export const listWorkers = lazyOperation(async () => (await import("./workers/list-workers.ts")).listWorkers);

// The files of a workspace.
export const init = lazyOperation(async () => (await import("./workspace/workspace.ts")).init);
export const listTemplates = lazyOperation(async () => (await import("./workspace/workspace.ts")).listTemplates);
export const listExamples = lazyOperation(async () => (await import("./workspace/examples-and-docs.ts")).listExamples);
export const copyExample = lazyOperation(async () => (await import("./workspace/examples-and-docs.ts")).copyExample);
export const listPages = lazyOperation(async () => (await import("./workspace/examples-and-docs.ts")).listPages);
export const readPage = lazyOperation(async () => (await import("./workspace/examples-and-docs.ts")).readPage);
export const validate = lazyOperation(async () => (await import("./workspace/workspace.ts")).validate);
export const importPromptfoo = lazyOperation(
  async () => (await import("./imports/import-evaluations.ts")).importPromptfoo,
);
export const importOpenAiEvals = lazyOperation(
  async () => (await import("./imports/import-evaluations.ts")).importOpenAiEvals,
);
export const importAnswers = lazyOperation(async () => (await import("./imports/import-answers.ts")).importAnswers);
export const listCases = lazyOperation(async () => (await import("./workspace/workspace.ts")).listCases);
export const listSuites = lazyOperation(async () => (await import("./workspace/workspace.ts")).listSuites);
export const showSuite = lazyOperation(async () => (await import("./workspace/workspace.ts")).showSuite);
export const listSchemas = lazyOperation(async () => (await import("./workspace/workspace.ts")).listSchemas);
export const schema = lazyOperation(async () => (await import("./workspace/workspace.ts")).schema);
export const writeSchemas = lazyOperation(async () => (await import("./workspace/workspace.ts")).writeSchemas);
export const doctor = lazyOperation(async () => (await import("./workspace/doctor.ts")).doctor);
