/**
 * Everything Assay does, as functions: `(options, { signal, noNewWork, onEvent }) => result`. None of them prints or ends the process.
 * A room behind this door is loaded when it is first entered, because the CLI asks for one of them and waits.
 */
export type {
  BatchesEvent,
  BatchPreview,
  CompareBatchesOptions,
  JudgeBatchOptions,
  JudgedBatch,
} from "./batch/index.ts";
export type { CompareOptions, CompareResult } from "./compare.ts";
export type { Controls, Remark, Surroundings } from "./controls.ts";
export type { FunctionAnswer, FunctionModel, FunctionRequest } from "./function-gateways.ts";
export type { InputSource } from "./input-bytes.ts";
export type { MadeFiles, MakeFilesOptions } from "./make-files.ts";
export type { CampaignOptions } from "./open-campaign.ts";
export { OperationError } from "./operation-error.ts";
export type { ReportOptions } from "./report.ts";
export type { RunOptions } from "./run.ts";
export type { RunEvalEvent, RunEvalOptions, RunEvalResult } from "./run-eval.ts";
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
export type { ListTrialsOptions } from "./stored-campaigns.ts";

import { lazily } from "./lazily.ts";

/** Creates a workspace that validates and runs offline; nothing that is there is overwritten. The files it made. */
export const init = lazily(async () => (await import("./workspace.ts")).init);
/** Checks configuration files, each alone and all of them together. */
export const validate = lazily(async () => (await import("./workspace.ts")).validate);
/** The cases of a workspace; with a suite, whether it selects them and why. */
export const listCases = lazily(async () => (await import("./workspace.ts")).listCases);
/** The suites of a workspace. */
export const listSuites = lazily(async () => (await import("./workspace.ts")).listSuites);
/** One suite: its models, and which cases it selects and why. */
export const showSuite = lazily(async () => (await import("./workspace.ts")).showSuite);
/** The kinds of files there are. */
export const listSchemas = lazily(async () => (await import("./workspace.ts")).listSchemas);
/** The JSON Schema of a kind of file. */
export const schema = lazily(async () => (await import("./workspace.ts")).schema);
/** Writes the schemas of all kinds into a folder; how many there are. */
export const writeSchemas = lazily(async () => (await import("./workspace.ts")).writeSchemas);
/** What a run would do: what is stored, what must run, and what it may cost. */
export const plan = lazily(async () => (await import("./plan.ts")).plan);
/** Runs a suite's cases under a run profile; what is stored already is reused. */
export const run = lazily(async () => (await import("./run.ts")).run);
/** Runs what is missing, judges it and reports. */
export const runEval = lazily(async () => (await import("./run-eval.ts")).runEval);
/** Reports what is stored, with today's settings; nothing is run and nobody is asked. */
export const report = lazily(async () => (await import("./report.ts")).report);
/** Everything for which a judged campaign counts as failed, as sentences. */
export const missedThresholds = lazily(async () => (await import("./missed-thresholds.ts")).missedThresholds);
/** Compares two models of a campaign, or two judged campaigns, on the cases they share. */
export const compare = lazily(async () => (await import("./compare.ts")).compare);
/** The campaigns that are stored. */
export const listStore = lazily(async () => (await import("./stored-campaigns.ts")).listStore);
/** The trials of one stored campaign with what they came to. */
export const listStoredTrials = lazily(async () => (await import("./stored-campaigns.ts")).listStoredTrials);
/** Brings everything of another store into this workspace's. */
export const mergeStore = lazily(async () => (await import("./stored-campaigns.ts")).mergeStore);
/** Makes the files for reading from the log. */
export const makeFiles = lazily(async () => (await import("./make-files.ts")).makeFiles);
/** Scores every sample alone, by a rubric, blind to models and variants, with evidence that is in the output. */
export const judgeSamples = lazily(async () => (await import("./samples/index.ts")).judgeSamples);
/** What judging samples would ask; nobody is asked. */
export const previewSamples = lazily(async () => (await import("./samples/index.ts")).previewSamples);
/** Makes the tables and the summary of a judging of samples again, without asking anybody. */
export const summarizeSamples = lazily(async () => (await import("./samples/index.ts")).summarizeSamples);
/** Turns the stored runs of campaigns into samples. */
export const collectSamples = lazily(async () => (await import("./samples/index.ts")).collectSamples);
/** Judges a seeded sample of an experiment's output in batches. */
export const judgeBatch = lazily(async () => (await import("./batch/index.ts")).judgeBatch);
/** What judging an experiment would ask; nobody is asked. */
export const previewBatch = lazily(async () => (await import("./batch/index.ts")).previewBatch);
/** Whether to keep what an experiment changed: the paired difference of two results that were measured alike. */
export const compareBatches = lazily(async () => (await import("./batch/index.ts")).compareBatches);
