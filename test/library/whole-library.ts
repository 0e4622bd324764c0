/** Uses everything the library exports, the way a strict program would. It is type checked from a project of its own, and never run. */
import {
  type AdjudicateOptions,
  type Adjudication,
  AmbiguousNameError,
  type AnonymousOpinion,
  AssayError,
  type AssayErrorCode,
  type AssayErrorOf,
  type AssayEvent,
  adjudicate,
  type BatchComparison,
  type BatchPreview,
  type BatchResult,
  type CalibrateOptions,
  type CalibratePairsOptions,
  type Calibration,
  type CallRecord,
  type CampaignComparison,
  type CampaignOptions,
  type CampaignRecord,
  type CampaignReport,
  type CampaignStatistics,
  type CaseListing,
  type ChatMessage,
  type CheckResult,
  type ChecksRecord,
  type CollectedSamples,
  type CollectSamplesOptions,
  type CompareBatchesOptions,
  type CompareOptions,
  type CompareResult,
  type Comparison,
  ConfigError,
  type ContentPart,
  type Controls,
  CostLimitError,
  calibrate,
  calibrateGold,
  calibratePairs,
  checkStore,
  collectSamples,
  compare,
  compareBatches,
  copyExample,
  DamagedError,
  type DamagedRecord,
  DIMENSIONS,
  type Diagnostic,
  type Dimension,
  type DoctorGuarantee,
  type DoctorOptions,
  type DoctorReport,
  type DrawnItems,
  doctor,
  type Entry,
  type EvaluationFacts,
  type EvaluationRecord,
  type EventOf,
  type ExportReportOptions,
  exportLabels,
  exportReport,
  type FunctionAnswer,
  type FunctionModel,
  type FunctionRequest,
  formatDiagnostics,
  type GateAnswer,
  type GateOptions,
  type GateReport,
  type GoldCheck,
  type GoldOptions,
  gate,
  type ImportAnswersOptions,
  type ImportEntry,
  type ImportedLabels,
  type ImportLabelsOptions,
  type ImportOpenAiEvalsOptions,
  type ImportOptions,
  type ImportOutcome,
  type ImportReport,
  InputError,
  type InputSource,
  InterruptedError,
  importAnswers,
  importLabels,
  importOpenAiEvals,
  importPromptfoo,
  init,
  isAssayError,
  type JudgeAttempt,
  type JudgeBatchOptions,
  type JudgedBatch,
  type JudgedCampaign,
  type JudgedSamples,
  type Judgement,
  type JudgeSamplesOptions,
  judgeBatch,
  judgeBatchShard,
  judgeSamples,
  judgeSamplesShard,
  type KnownError,
  type LabelChoices,
  type LabelListing,
  type LabelOptions,
  type LabelRecord,
  type LabelSession,
  type LabelStatus,
  type ListedCampaign,
  type ListedResult,
  type ListedRubric,
  type ListedTrial,
  type ListedWorker,
  type ListTrialsOptions,
  type ListWorkersOptions,
  LockedError,
  label,
  labelChoices,
  labelStatus,
  listCampaigns,
  listCases,
  listExamples,
  listLabels,
  listPages,
  listSchemas,
  listStore,
  listStoredTrials,
  listSuites,
  listTemplates,
  listTrials,
  listWorkers,
  type MadeFiles,
  type MakeFilesOptions,
  type MediaPart,
  type MergedStore,
  type MergeStoreOptions,
  type ModelSummary,
  makeFiles,
  mergeStore,
  mergeStores,
  missedThresholds,
  NoStoreError,
  NotComparableError,
  NothingSelectedError,
  NothingStoredError,
  NotReadyError,
  NoWorkspaceError,
  OperationError,
  OptionError,
  type OutputArtifact,
  OutputPathError,
  openMemoryStore,
  openSharedLabelling,
  openStore,
  openStoredResults,
  type Packed,
  type PacketOptions,
  type PackManifest,
  type PackOptions,
  type PairCalibration,
  type PlanCampaignOptions,
  PlanConflictError,
  type PlanLabelsOptions,
  type PlannedLabels,
  type PlanReport,
  type PruneStoreOptions,
  packCampaign,
  plan,
  planLabels,
  previewBatch,
  previewSamples,
  pruneStore,
  type QuestionCalibration,
  type ReadRecord,
  type RecordKind,
  type RecordValues,
  RedisError,
  type RedisOptions,
  RefusedBytesError,
  type RegressionDecision,
  type RegressionVerdict,
  type ReportOptions,
  type RestoredLabels,
  type RubricManifest,
  type RubricSummary,
  type RunArtifact,
  type RunEvalOptions,
  type RunEvalResult,
  type RunEvalShardResult,
  type RunFacts,
  type RunOptions,
  type RunRecord,
  type RunReport,
  type RunStatus,
  type RunWorkerOptions,
  readPage,
  report,
  restoreLabels,
  run,
  runEval,
  runEvalShard,
  runWorker,
  type Sample,
  type SampleMeta,
  type SamplesPreview,
  type Shard,
  type ShardOptions,
  type ShardReport,
  type SharedLabelling,
  type ShownRecords,
  type ShownTrial,
  type ShowTrialOptions,
  StorageError,
  type Store,
  type StoreCheck,
  type StoredBatch,
  type StoredCampaigns,
  type StoredFile,
  type StoredJudging,
  type StoredReportOptions,
  type StoredResults,
  type StoredResultsOptions,
  type StoredRubric,
  type StoredSample,
  type StoreMerge,
  StoreNotWritableError,
  type StoreOptions,
  type StoreOverview,
  type StorePruning,
  type SuiteDescription,
  type SuiteListing,
  type SummarizedSamples,
  type SummarizeSamplesOptions,
  type Surroundings,
  schema,
  showSuite,
  showTrial,
  statistics,
  storedName,
  storedReport,
  storeOverview,
  storeWeights,
  summarizeSamples,
  type ThresholdOptions,
  type ToolCall,
  type ToolDefinition,
  type TraceEvent,
  type TrialFilters,
  type TrialInCampaign,
  type TrialListing,
  type TrialName,
  type TrialRecords,
  type TrialResult,
  type TrialState,
  UnknownNameError,
  type Unpacked,
  type UnpackOptions,
  type Usage,
  unpackCampaign,
  type Validation,
  type Verdict,
  type Verification,
  type VerifyOptions,
  type Violation,
  validate,
  verifyCampaign,
  type WorkersListing,
  type WorkersOptions,
  writeSchemas,
} from "../../src/index.ts";

export type Everything = [
  Diagnostic,
  BatchComparison,
  BatchResult,
  Judgement,
  RubricManifest,
  RubricSummary,
  Sample,
  SampleMeta,
  CallRecord,
  CampaignRecord,
  ChatMessage,
  CheckResult,
  ChecksRecord,
  ContentPart,
  Dimension,
  EvaluationFacts,
  EvaluationRecord,
  JudgeAttempt,
  JudgedCampaign,
  MediaPart,
  OutputArtifact,
  RecordKind,
  RecordValues,
  RunArtifact,
  RunFacts,
  RunRecord,
  RunStatus,
  ToolCall,
  ToolDefinition,
  TraceEvent,
  TrialResult,
  TrialState,
  Usage,
  Verdict,
  Violation,
  CampaignComparison,
  CampaignReport,
  CampaignStatistics,
  CaseListing,
  Comparison,
  DoctorGuarantee,
  DoctorOptions,
  DoctorReport,
  ModelSummary,
  PlanReport,
  RegressionDecision,
  RegressionVerdict,
  RunReport,
  SuiteDescription,
  SuiteListing,
  Validation,
  DamagedRecord,
  Entry<"evaluation">,
  ListedCampaign,
  ListedTrial,
  MergedStore,
  ReadRecord<"run">,
  Store,
  StoreOptions,
  StoreCheck,
  MergeStoreOptions,
  PruneStoreOptions,
  RunEvalShardResult,
  Shard,
  ShardOptions,
  ShardReport,
  StoreMerge,
  StorePruning,
  StoredCampaigns,
  ListTrialsOptions,
  TrialFilters,
  TrialListing,
  ShowTrialOptions,
  ShownRecords,
  ShownTrial,
  DrawnItems,
  StoredBatch,
  ListedRubric,
  StoredRubric,
  StoredSample,
  StoredFile,
  ListedResult,
  StoredJudging,
  StoredResults,
  StoredResultsOptions,
  TrialInCampaign,
  TrialRecords,
  BatchPreview,
  CompareBatchesOptions,
  JudgeBatchOptions,
  JudgedBatch,
  EventOf<"trial_ended">,
  TrialName,
  CompareOptions,
  CompareResult,
  Surroundings,
  FunctionAnswer,
  FunctionModel,
  FunctionRequest,
  ImportAnswersOptions,
  ImportEntry,
  ImportOpenAiEvalsOptions,
  ImportOptions,
  ImportOutcome,
  ImportReport,
  InputSource,
  MadeFiles,
  MakeFilesOptions,
  CampaignOptions,
  PlanCampaignOptions,
  ThresholdOptions,
  ReportOptions,
  RunOptions,
  RunEvalOptions,
  RunEvalResult,
  CollectedSamples,
  CollectSamplesOptions,
  JudgedSamples,
  JudgeSamplesOptions,
  SamplesPreview,
  SummarizedSamples,
  ListedWorker,
  ListWorkersOptions,
  RedisOptions,
  WorkersListing,
  WorkersOptions,
  RunWorkerOptions,
  SummarizeSamplesOptions,
];

export async function everything(controls: Controls): Promise<void> {
  const copied: string[] = await copyExample({ name: (await listExamples())[0]!.name, directory: "copied" });
  const page: string = await readPage({ name: (await listPages())[0]!.name });
  console.log(copied, page.length);
  const made: string[] = await init({ directory: "my-evals", template: (await listTemplates())[0]!.name });
  const checked: Validation = await validate({ paths: made });
  console.log(formatDiagnostics(checked.diagnostics, { colors: false }));
  const cases: CaseListing = await listCases({ suite: "quickstart" });
  const suites: SuiteListing = await listSuites();
  const shown: SuiteDescription = await showSuite({ suite: suites.suites[0]?.suite_id ?? "quickstart" });
  console.log(cases.cases.length, shown.models.length, (await listSchemas()).length, await schema("suite"));
  console.log(await writeSchemas({ folder: "schemas" }));

  const campaign = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
  const planned: PlanReport = await plan(campaign);
  const ran: RunReport = await run({ ...campaign, cases: ["capital"], force: planned.totals.run === 0 });
  const store: Store = openMemoryStore();
  const subject: FunctionModel = { answer: ({ messages }) => messages.at(-1)?.content ?? "", version: "1" };
  const judge: FunctionModel = { answer: async () => ({ summary: "", dimensions: DIMENSIONS, overall: { score: 5 } }) };
  const result: RunEvalResult = await runEval(
    { ...campaign, store, subjects: { mine: subject }, judges: { even_judge: judge }, files: ran.totals.trials < 100 },
    { ...controls, onEvent: listen },
  );
  if (result.status === "done") console.log(result.report.statistics.models[0]?.score, result.folder);
  const stored: CampaignReport = await report(campaign, { signal: AbortSignal.timeout(1000) });
  const asJunit: ExportReportOptions = { format: "junit", file: "junit.xml" };
  await exportReport(stored, asJunit);
  const packing: PackOptions = { campaign: "quickstart", file: "shared.assay.tgz" };
  const packed: Packed = await packCampaign(packing);
  const opening: UnpackOptions = { file: packed.file, into: "opened" };
  const opened: Unpacked = await unpackCampaign(opening);
  const manifest: PackManifest = opened.manifest;
  const verifying: VerifyOptions = { campaign: packed.file };
  const verification: Verification = await verifyCampaign(verifying);
  const byName: StoredReportOptions = { campaign: opened.campaign };
  console.log(manifest.trials, verification.same, (await storedReport(byName)).totals.scored);
  const missed: string[] = await missedThresholds(stored, { failUnder: 7, failOnChecks: true });
  const gated: GateOptions = { ...campaign, base: "main", margin: 0.3, strict: true };
  const { answer, passed, cases_needed }: GateReport = await gate(gated);
  const worse: GateAnswer = "regressed";
  console.log(answer === worse, passed, cases_needed);
  const { comparison, regression } = await compare({ ...campaign, base: "a", candidate: "b", regressionMargin: 0.5 });
  console.log(missed, comparison.overall.sentence, regression?.regressed, await makeFiles({ campaign: "quickstart" }));

  const samples = { samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" };
  console.log((await previewSamples(samples)).first.user, (await judgeSamples(samples)).summary.means[0]?.mean);
  console.log((await summarizeSamples({ from: "outputs/rubric/samples" })).summary.failure_tags);
  const brought: ImportReport = await importPromptfoo({ file: "promptfooconfig.yaml", allowHooks: false });
  console.log(
    brought.entries.map(({ what }) => what),
    (await importOpenAiEvals({ file: "eval.json" })).counts,
  );
  console.log((await importAnswers({ file: "results.json" })).files);
  console.log((await collectSamples({ from: "outputs", out: "collected.jsonl" })).left_out);
  const batch = { spec: "spec.yaml", items: "items.jsonl" };
  console.log((await previewBatch(batch)).fields, (await judgeBatch(batch)).result.scores.mean);
  console.log((await compareBatches({ base: "a", candidate: "b" })).decision);
  await labelAll();
  await readAll(store);
}

async function labelAll(): Promise<void> {
  const packets: PacketOptions = { suite: "quickstart" };
  const drawing: PlanLabelsOptions = { ...packets, budget: 20, question: "pass" };
  const planned: PlannedLabels = await planLabels(drawing);
  const options: LabelOptions = { ...packets, annotator: "ann", plan: planned.plan.plan };
  const choices: LabelChoices = await labelChoices();
  console.log(choices.plans.length, choices.disagreements);
  const session: LabelSession = await label(options);
  console.log(session.current()?.asked.words, await session.answer({ value: true }), session.progress().done);
  await session.close();
  const desk: SharedLabelling = await openSharedLabelling();
  await (await desk.label(options)).close();
  await desk.close();
  const chief: AdjudicateOptions = { annotator: "chief" };
  const settling: Adjudication = await adjudicate(chief);
  const [opinion]: AnonymousOpinion[] = settling.opinions();
  console.log(opinion?.value);
  const from: ImportLabelsOptions = { file: "labels.csv", annotator: "ann" };
  const imported: ImportedLabels = await importLabels(from);
  const status: LabelStatus = await labelStatus();
  const listing: LabelListing = await listLabels();
  const first: LabelRecord | undefined = listing.labels[0];
  const calibrating: CalibrateOptions = { ...packets, epsilon: 0.1 };
  const calibration: Calibration = await calibrate(calibrating);
  const [question]: QuestionCalibration[] = calibration.questions;
  const again: GoldOptions = { suite: "sums", runProfile: "plain", evaluationProfile: "pair", against: "pair" };
  const gold: GoldCheck = await calibrateGold(again);
  const pairs: CalibratePairsOptions = { file: "pairs.jsonl", drawn: true };
  const compared: PairCalibration = await calibratePairs(pairs);
  const back: RestoredLabels = await restoreLabels({ annotator: "ann" });
  console.log(question?.judges.length, gold.verdict, compared.win_rates.length, back.restored);
  console.log(imported.refused, status.stale.length, first?.value, await exportLabels({ format: "csv" }));
}

function listen(event: AssayEvent): void {
  if (event.type === "trial_ended") console.log(event.trial.case_id, event.source, event.run?.status);
  if (event.type === "judging_ended") console.log(event.result.score);
  if (event.type === "stopping") console.log(event.because);
  if (event.type === "diagnostics") console.log(event.diagnostics.length);
}

async function readAll(memory: Store): Promise<void> {
  const store = openStore("outputs", { now: () => new Date() });
  for (const campaign of listCampaigns(store))
    for (const { run_id, evaluation } of listTrials(store, campaign)) {
      const run = store.read("run", run_id);
      console.log(run?.value.artifact.final_output, run?.entry.facts.status, evaluation?.score);
    }
  for (const { where, problem } of memory.damaged())
    throw new StorageError(
      `${where}: ${problem}`,
      { outputs: "outputs" },
      { cause: new DamagedError("damaged", { path: where }) },
    );
  const checked: StoreCheck = await checkStore();
  console.log(checked.damaged_files.length);
  const { sandbox, problems }: DoctorReport = await doctor({ strictSandbox: true });
  console.log(sandbox.used, sandbox.guarantees[0]?.held, problems);
  const results: StoredResults = await openStoredResults({ store: "outputs" });
  for (const campaign of results.list())
    for (const trial of campaign.trials) console.log(results.trial(campaign, trial)?.evaluation?.final.final_score);
  await results.close();
  console.log(await storedName({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" }));
  const { trials }: TrialListing = await listStoredTrials({ failed: true, score: "<6" });
  const { shown, packet }: ShownRecords = await showTrial({ trial: trials[0]!.trial });
  console.log(shown.headline, packet);
  const overview: StoreOverview = await storeOverview();
  const { records }: StorePruning = await pruneStore({ superseded: true, before: new Date(0) });
  const part = { part: 1, of: overview.campaigns.length + 1 };
  const whole = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
  const { report: ofPart } = await runEvalShard({ ...whole, shard: part, shardWeights: "weights.json" });
  console.log(records.run, ofPart?.done, (await storeWeights()).weights);
  const ofSamples = await judgeSamplesShard({ samples: "samples.jsonl", model: "offline/judge", shard: part });
  console.log(ofSamples.own, (await judgeBatchShard({ spec: "spec.yaml", items: "x.jsonl", shard: part })).all);
  const listed: StoredCampaigns = await listStore();
  console.log(listed.campaigns.length, (await mergeStore({ from: "../other/outputs" })).artifacts);
  console.log(mergeStores("outputs", "all-results").segments, store.read("call", "…")?.value.attempts.length);
  await Promise.all([store.close(), memory.close()]);
  const mean = statistics.clusteredMean([[1, 2], [3]]);
  const kind: statistics.ClusteredMean["kind"] | "undefined" = mean.kind;
  console.log(kind === "mean" && mean.kind === "mean" ? mean.interval : kind);
}

export async function workElsewhere(stop: AbortSignal): Promise<void> {
  const { jobs } = await runWorker({ redis: "redis://127.0.0.1:6379", concurrency: 4 }, { noNewWork: stop });
  const { workers }: WorkersListing = await listWorkers({ redis: "redis://127.0.0.1:6379" });
  console.log(jobs, workers[0]?.jobs[0]?.what, workers[0]?.declines[0]?.why);
}

const REFUSALS = [
  ConfigError,
  OptionError,
  NoWorkspaceError,
  NoStoreError,
  UnknownNameError,
  AmbiguousNameError,
  NothingStoredError,
  NothingSelectedError,
  NotComparableError,
  LockedError,
  NotReadyError,
  InputError,
  OutputPathError,
  PlanConflictError,
  CostLimitError,
  InterruptedError,
  RedisError,
  RefusedBytesError,
  StoreNotWritableError,
];

/** Tells errors apart without reading their sentences. */
export function explain(error: unknown): string {
  if (isAssayError(error, "config")) return `${error.data.diagnostics.length} mistakes`;
  if (!isAssayError(error))
    return error instanceof AssayError || error instanceof OperationError ? error.code : "a bug";
  const known: KnownError = error;
  const code: AssayErrorCode = known.code;
  const locked: AssayErrorOf<"locked"> | null = known.code === "locked" ? known : null;
  const isKnown = REFUSALS.some((refusal) => known instanceof refusal);
  return `${code}${isKnown ? "" : " of another copy"}, ${locked?.data.pid}`;
}
