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
export type { RunEvalEvent, RunEvent, TrialName } from "./campaign-events.ts";
export type { CompareOptions, CompareResult } from "./compare.ts";
export type { Controls, Remark, Surroundings } from "./controls.ts";
export type { DoctorOptions } from "./doctor.ts";
export type { FunctionAnswer, FunctionModel, FunctionRequest } from "./function-gateways.ts";
export type { InputSource } from "./input-bytes.ts";
export type { MadeFiles, MakeFilesOptions } from "./make-files.ts";
export type { ThresholdOptions } from "./missed-thresholds.ts";
export type { CampaignOptions } from "./open-campaign.ts";
export { OperationError, StorageError } from "./operation-error.ts";
export type { PlanCampaignOptions } from "./plan.ts";
export type { ReportOptions } from "./report.ts";
export type { RunOptions } from "./run.ts";
export type { RunEvalOptions, RunEvalResult } from "./run-eval.ts";
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

export type { ListedResult, StoredResults, StoredResultsOptions } from "./stored-results.ts";
export type { StoredJudging, TrialInCampaign, TrialRecords } from "./stored-trial.ts";

import { lazily } from "./lazily.ts";

/**
 * Creates a workspace that runs offline, from a template: `quickstart` unless `template` names another. Nothing that is there is
 * overwritten. Gives the paths of the files it made.
 *
 * @example
 * const files = await init({ directory: "my-evals" });
 * console.log(files);
 */
export const init = lazily(async () => (await import("./workspace.ts")).init);
/**
 * The templates that a workspace can be created from, the default first, each with the commands to run next.
 *
 * @example
 * for (const { name, description } of await listTemplates()) console.log(name, description);
 */
export const listTemplates = lazily(async () => (await import("./workspace.ts")).listTemplates);
/**
 * Checks configuration files, each alone and all of them together; all of the workspace when no paths are given.
 *
 * @example
 * const { ok, diagnostics } = await validate();
 * if (!ok) console.log(formatDiagnostics(diagnostics, { colors: false }));
 */
export const validate = lazily(async () => (await import("./workspace.ts")).validate);
/**
 * The cases of a workspace; with a suite, whether it selects them and why.
 *
 * @example
 * const { cases } = await listCases({ suite: "quickstart" });
 * console.log(cases.filter(({ selected }) => selected).map(({ case_id }) => case_id));
 */
export const listCases = lazily(async () => (await import("./workspace.ts")).listCases);
/**
 * The suites of a workspace.
 *
 * @example
 * for (const { suite_id, title } of (await listSuites()).suites) console.log(suite_id, title);
 */
export const listSuites = lazily(async () => (await import("./workspace.ts")).listSuites);
/**
 * One suite: its models, and which cases it selects and why.
 *
 * @example
 * const { models, left_out } = await showSuite({ suite: "quickstart" });
 * console.log(models.length, "models;", left_out.length, "cases are left out");
 */
export const showSuite = lazily(async () => (await import("./workspace.ts")).showSuite);
/**
 * The kinds of files there are.
 *
 * @example
 * for (const { kind, description } of await listSchemas()) console.log(kind, description);
 */
export const listSchemas = lazily(async () => (await import("./workspace.ts")).listSchemas);
/**
 * The JSON Schema of a kind of file.
 *
 * @example
 * console.log(JSON.stringify(await schema("test-case")));
 */
export const schema = lazily(async () => (await import("./workspace.ts")).schema);
/**
 * Writes the schemas of all kinds into a folder, as `<kind>.json`. Gives how many there are.
 *
 * @example
 * await writeSchemas({ folder: "schemas" });
 */
export const writeSchemas = lazily(async () => (await import("./workspace.ts")).writeSchemas);
/**
 * What this machine offers: the sandbox that commands and hooks would run in, what it holds and what it cannot, container engines, keys
 * by name, disk and store. Runs small commands in every sandbox, and spends nothing.
 *
 * @example
 * const { ok, sandbox, problems } = await doctor();
 * console.log(ok, sandbox.used, problems);
 */
export const doctor = lazily(async () => (await import("./doctor.ts")).doctor);
/**
 * What `run` would do: what is stored, what must run and why, and what it may cost. Sends nothing and writes nothing.
 *
 * @example
 * const { totals, problems } = await plan({ suite: "quickstart", runProfile: "offline" });
 * console.log(`${totals.run} to run, ${totals.reuse} stored`, problems);
 */
export const plan = lazily(async () => (await import("./plan.ts")).plan);
/**
 * Runs a suite's cases under a run profile. What is stored already is reused.
 *
 * @example
 * const { totals } = await run({ suite: "quickstart", runProfile: "offline" });
 * console.log(totals.statuses.success, "of", totals.trials, "trials succeeded");
 */
export const run = lazily(async () => (await import("./run.ts")).run);
/**
 * Runs what is missing, judges it and reports. A trial is judged as soon as its run is stored.
 *
 * @example
 * const result = await runEval({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * if (result.status === "done")
 *   for (const { model_id, score } of result.report.model_summaries) console.log(model_id, score);
 */
export const runEval = lazily(async () => (await import("./run-eval.ts")).runEval);
/**
 * Reports what is stored, with today's settings. Nothing is run, nobody is asked, nothing is written.
 *
 * @example
 * const { totals, warnings } = await report({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * console.log(totals.scored, "of", totals.trials, warnings);
 */
export const report = lazily(async () => (await import("./report.ts")).report);
/**
 * What the store calls a campaign with today's settings: the name that `compare` and `openStoredResults` know it by.
 *
 * @example
 * console.log(await storedName({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" }));
 */
export const storedName = lazily(async () => (await import("./report.ts")).storedName);
/**
 * Everything for which a judged campaign counts as failed, one sentence each: what `assay report` ends with exit code 1 for.
 *
 * @example
 * const stored = await report({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" });
 * for (const sentence of await missedThresholds(stored, { failUnder: 7 })) console.log(sentence);
 */
export const missedThresholds = lazily(async () => (await import("./missed-thresholds.ts")).missedThresholds);
/**
 * Compares two models of a campaign, or two judged campaigns, on the cases they share. Nothing is run and nobody is asked.
 *
 * @example
 * const campaign = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
 * const { comparison } = await compare({ ...campaign, base: "hasty", candidate: "diligent" });
 * console.log(comparison.overall.sentence);
 */
export const compare = lazily(async () => (await import("./compare.ts")).compare);
/**
 * The campaigns that a workspace has stored, and how they were judged: from the index alone.
 *
 * @example
 * for (const { suite_id, run_profile, trials } of (await listStore()).campaigns) console.log(suite_id, run_profile, trials);
 */
export const listStore = lazily(async () => (await import("./stored-campaigns.ts")).listStore);
/**
 * Opens what a store has, for whoever shows it: campaigns, their trials, and everything that led to a score. Nothing is run and nothing is written.
 *
 * @example
 * const results = await openStoredResults();
 * for (const campaign of results.list()) console.log(campaign.suite_id, results.campaign(campaign)?.totals.scored);
 * await results.close();
 */
export const openStoredResults = lazily(async () => (await import("./stored-results.ts")).openStoredResults);
/**
 * Reads every record and every file that trials left, and holds them against their hashes. Nothing is changed.
 *
 * @example
 * const { whole_records, damaged_records } = await checkStore();
 * console.log(whole_records, "records are whole,", damaged_records.length, "are damaged");
 */
export const checkStore = lazily(async () => (await import("./check-store.ts")).checkStore);
/**
 * Brings everything of another store into a workspace's own. Nothing is overwritten, and merging twice changes nothing more.
 *
 * @example
 * const { segments } = await mergeStore({ from: "../other-machine/outputs" });
 * console.log(segments);
 */
export const mergeStore = lazily(async () => (await import("./stored-campaigns.ts")).mergeStore);
/**
 * Makes the files for reading under outputs/runs and outputs/evaluations from the log, the same bytes every time.
 *
 * @example
 * const { runs, evaluations } = await makeFiles({ campaign: "quickstart" });
 * console.log({ runs, evaluations });
 */
export const makeFiles = lazily(async () => (await import("./make-files.ts")).makeFiles);
/**
 * Scores every sample alone, by a rubric, blind to models and variants, with evidence that is in the output. However it ends, what was
 * judged is stored, and the same call goes on from there.
 *
 * @example
 * const { summary } = await judgeSamples({ samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" });
 * for (const { prompt_variant, dimension, mean } of summary.means) console.log(prompt_variant, dimension, mean);
 */
export const judgeSamples = lazily(async () => (await import("./samples/index.ts")).judgeSamples);
/**
 * What `judgeSamples` would ask. Asks nobody and leaves nothing behind.
 *
 * @example
 * const { calls, first } = await previewSamples({ samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" });
 * console.log(calls, first.user);
 */
export const previewSamples = lazily(async () => (await import("./samples/index.ts")).previewSamples);
/**
 * Makes the tables and the summary of a judging of samples again, without asking anybody.
 *
 * @example
 * const { folder } = await judgeSamples({ samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" });
 * const { summary } = await summarizeSamples({ from: folder, groupBy: [["question_id"]] });
 * console.log(summary.samples);
 */
export const summarizeSamples = lazily(async () => (await import("./samples/index.ts")).summarizeSamples);
/**
 * Turns the stored runs of campaigns into samples for `judgeSamples`.
 *
 * @example
 * const { samples } = await collectSamples({ from: "outputs/runs/quickstart", out: "collected.jsonl" });
 * console.log(samples);
 */
export const collectSamples = lazily(async () => (await import("./samples/index.ts")).collectSamples);
/**
 * Judges a seeded sample of an experiment's output in batches. However it ends, what was judged is stored, and the same call goes on
 * from there.
 *
 * @example
 * const { result } = await judgeBatch({ spec: "spec.yaml", items: "experiment-1.jsonl" });
 * console.log(result.scores.mean);
 */
export const judgeBatch = lazily(async () => (await import("./batch/index.ts")).judgeBatch);
/**
 * What `judgeBatch` would ask. Asks nobody and writes nothing.
 *
 * @example
 * const { calls, questions } = await previewBatch({ spec: "spec.yaml", items: "experiment-1.jsonl" });
 * console.log(calls, questions[0]);
 */
export const previewBatch = lazily(async () => (await import("./batch/index.ts")).previewBatch);
/**
 * Whether to keep what an experiment changed: the paired difference of two results that were measured alike.
 *
 * @example
 * const before = await judgeBatch({ spec: "spec.yaml", items: "experiment-1.jsonl" });
 * const after = await judgeBatch({ spec: "spec.yaml", items: "experiment-2.jsonl" });
 * const { decision, reason } = await compareBatches({ base: before.folder, candidate: after.folder });
 * console.log(decision, reason);
 */
export const compareBatches = lazily(async () => (await import("./batch/index.ts")).compareBatches);
