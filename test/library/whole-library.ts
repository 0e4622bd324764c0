/** Uses everything the library exports, the way a strict program would. It is type checked from a project of its own, and never run. */
import {
  type BatchComparison,
  type BatchEvent,
  type BatchesEvent,
  type BatchPreview,
  type BatchResult,
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
  type CollectEvent,
  type CollectedSamples,
  type CollectSamplesOptions,
  type CompareBatchesOptions,
  type CompareOptions,
  type CompareResult,
  type Comparison,
  type ContentPart,
  type Controls,
  checkStore,
  collectSamples,
  compare,
  compareBatches,
  type DamagedRecord,
  DIMENSIONS,
  type Diagnostic,
  type Dimension,
  type DoctorGuarantee,
  type DoctorOptions,
  type DoctorReport,
  doctor,
  type Entry,
  type EvaluationFacts,
  type EvaluationRecord,
  type FunctionAnswer,
  type FunctionModel,
  type FunctionRequest,
  formatDiagnostics,
  type InputSource,
  init,
  type JudgeAttempt,
  type JudgeBatchOptions,
  type JudgedBatch,
  type JudgedCampaign,
  type JudgedSamples,
  type Judgement,
  type JudgeSamplesOptions,
  judgeBatch,
  judgeSamples,
  type ListedCampaign,
  type ListedResult,
  type ListedTrial,
  listCampaigns,
  listCases,
  listSchemas,
  listStore,
  listSuites,
  listTemplates,
  listTrials,
  type MadeFiles,
  type MakeFilesOptions,
  type MediaPart,
  type MergedStore,
  type ModelSummary,
  makeFiles,
  mergeStore,
  mergeStores,
  missedThresholds,
  OperationError,
  type OutputArtifact,
  openMemoryStore,
  openStore,
  openStoredResults,
  type PlanCampaignOptions,
  type PlanReport,
  plan,
  previewBatch,
  previewSamples,
  type ReadRecord,
  type RecordKind,
  type RecordValues,
  type RegressionDecision,
  type RegressionVerdict,
  type Remark,
  type ReportOptions,
  type RubricManifest,
  type RubricSummary,
  type RunArtifact,
  type RunEvalEvent,
  type RunEvalOptions,
  type RunEvalResult,
  type RunEvent,
  type RunFacts,
  type RunOptions,
  type RunRecord,
  type RunReport,
  type RunStatus,
  report,
  run,
  runEval,
  type Sample,
  type SampleMeta,
  type SamplesEvent,
  type SamplesPreview,
  StorageError,
  type Store,
  type StoreCheck,
  type StoredCampaigns,
  type StoredJudging,
  type StoredResults,
  type StoredResultsOptions,
  type StoreOptions,
  type SuiteDescription,
  type SuiteListing,
  type SummarizedSamples,
  type SummarizeSamplesOptions,
  type Surroundings,
  schema,
  showSuite,
  statistics,
  storedName,
  summarizeSamples,
  type ThresholdOptions,
  type ToolCall,
  type ToolDefinition,
  type TraceEvent,
  type TrialInCampaign,
  type TrialName,
  type TrialRecords,
  type TrialResult,
  type TrialState,
  type Usage,
  type Validation,
  type Verdict,
  type Violation,
  validate,
  writeSchemas,
} from "../../src/index.ts";

export type Everything = [
  Diagnostic,
  BatchComparison,
  BatchEvent,
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
  StoredCampaigns,
  ListedResult,
  StoredJudging,
  StoredResults,
  StoredResultsOptions,
  TrialInCampaign,
  TrialRecords,
  BatchesEvent,
  BatchPreview,
  CompareBatchesOptions,
  JudgeBatchOptions,
  JudgedBatch,
  RunEvalEvent,
  RunEvent,
  TrialName,
  CompareOptions,
  CompareResult,
  Controls<RunEvent>,
  Remark,
  Surroundings,
  FunctionAnswer,
  FunctionModel,
  FunctionRequest,
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
  CollectEvent,
  CollectedSamples,
  CollectSamplesOptions,
  JudgedSamples,
  JudgeSamplesOptions,
  SamplesEvent,
  SamplesPreview,
  SummarizedSamples,
  SummarizeSamplesOptions,
];

export async function everything(controls: Controls<RunEvalEvent>): Promise<void> {
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
  const missed: string[] = await missedThresholds(stored, { failUnder: 7, failOnChecks: true });
  const { comparison, regression } = await compare({ ...campaign, base: "a", candidate: "b", regressionMargin: 0.5 });
  console.log(missed, comparison.overall.sentence, regression?.regressed, await makeFiles({ campaign: "quickstart" }));

  const samples = { samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" };
  console.log((await previewSamples(samples)).first.user, (await judgeSamples(samples)).summary.means[0]?.mean);
  console.log((await summarizeSamples({ from: "outputs/rubric/samples" })).summary.failure_tags);
  console.log((await collectSamples({ from: "outputs", out: "collected.jsonl" })).left_out);
  const batch = { spec: "spec.yaml", items: "items.jsonl" };
  console.log((await previewBatch(batch)).fields, (await judgeBatch(batch)).result.scores.mean);
  console.log((await compareBatches({ base: "a", candidate: "b" })).decision);
  await readAll(store);
}

function listen(event: RunEvalEvent | Remark): void {
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
    throw new StorageError(`${where}: ${problem}`, { cause: new OperationError("damaged") });
  const checked: StoreCheck = await checkStore();
  console.log(checked.damaged_files.length);
  const { sandbox, problems }: DoctorReport = await doctor({ strictSandbox: true });
  console.log(sandbox.used, sandbox.guarantees[0]?.held, problems);
  const results: StoredResults = await openStoredResults({ store: "outputs" });
  for (const campaign of results.list())
    for (const trial of campaign.trials) console.log(results.trial(campaign, trial)?.evaluation?.final.final_score);
  await results.close();
  console.log(await storedName({ suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" }));
  const listed: StoredCampaigns = await listStore();
  console.log(listed.campaigns.length, (await mergeStore({ from: "../other/outputs" })).artifacts);
  console.log(mergeStores("outputs", "all-results").segments, store.read("call", "…")?.value.attempts.length);
  await Promise.all([store.close(), memory.close()]);
  const mean = statistics.clusteredMean([[1, 2], [3]]);
  const kind: statistics.ClusteredMean["kind"] | "undefined" = mean.kind;
  console.log(kind === "mean" && mean.kind === "mean" ? mean.interval : kind);
}
