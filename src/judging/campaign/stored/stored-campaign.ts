import {
  type CampaignListing,
  type CampaignName,
  type CampaignRecord,
  type CaseEntry,
  type EvaluationRecord,
  evaluationPlace,
  isReusable,
  type JudgedCampaign,
  type JudgeRunEntry,
  type ModelEntry,
  profileIdOf,
  type RunFacts,
  type TrialResult,
  writeCampaignName,
} from "../../../records/index.ts";
import { type ListedTrial, listTrials, type Store } from "../../../store/index.ts";
import { createResultInterner } from "../trial/result-interner.ts";
import { emptyResult } from "../trial/trial-result.ts";
import { sumUp } from "./judged-campaign.ts";

/**
 * Reads a campaign from its store, without any file of the workspace, so that it may be older or from another machine.
 * Evaluations of an earlier run of a trial do not count for the current run. Null when the store has no such campaign.
 */
export function readStoredCampaign(store: Store, name: CampaignName): JudgedCampaign | null {
  const { suite_id, run_profile, evaluation_profile } = name;
  const listed = listTrials(store, name);
  if (listed.length === 0) return null;
  const record = readCampaignRecord(store, name);
  const judged = new JudgedBy();
  // The store is read without its files, which may be missing.
  const intern = createResultInterner(() => ({ run: null, evaluation: null }));
  const models = modelsOf(record, listed);
  const listing = readCampaignListing(store, record);
  const cases = casesOf(store, listing, listed);
  const trials = inOrderOf(
    models,
    cases,
    listed.map((trial) => readTrial(store, name, trial, { judged, intern })),
  );
  return {
    schema_version: 1,
    suite_id,
    suite_title: record?.suite_title ?? suite_id,
    run_profile_id: record?.run_profile_id ?? profileIdOf(run_profile),
    evaluation_profile_id: record?.evaluation_profile_id ?? profileIdOf(evaluation_profile ?? "no judges"),
    aggregation: judged.first?.aggregation ?? { method: "median", pass_threshold: null },
    models,
    cases,
    judge_runs: judgesOf(record, listing, judged),
    ...sumUp(trials),
  };
}

/** The record of a campaign as a whole; null when it is missing or damaged. */
export function readCampaignRecord(store: Store, name: CampaignName): CampaignRecord | null {
  return store.read("campaign", writeCampaignName(name))?.value ?? null;
}

/** The cases of a campaign as its suite lists them, with their notes; empty in a store of an older version. */
export function readCampaignListing(store: Store, record: CampaignRecord | null): CampaignListing {
  const text = record?.listing_sha256 === undefined ? null : store.text(record.listing_sha256);
  return text === null ? { cases: [], sample_sizes: {} } : (JSON.parse(text) as CampaignListing);
}

/** Collects from all evaluations what they say about their judges, without holding ten thousand records. */
class JudgedBy {
  first: Pick<EvaluationRecord, "aggregation" | "judges"> | null = null;
  readonly repetitions = new Map<string, number>();

  take({ aggregation, judges, result }: Pick<EvaluationRecord, "aggregation" | "judges" | "result">): void {
    this.first ??= { aggregation, judges };
    for (const { judge_run_id, iterations } of result.judge_runs)
      this.repetitions.set(judge_run_id, Math.max(this.repetitions.get(judge_run_id) ?? 0, iterations.length));
  }
}

function readTrial(
  store: Store,
  name: CampaignName,
  trial: ListedTrial,
  { judged, intern }: { judged: JudgedBy; intern: ReturnType<typeof createResultInterner> },
): TrialResult {
  const entry =
    trial.evaluation && name.evaluation_profile !== null
      ? store.at("evaluation", evaluationPlace(trial, name.evaluation_profile))
      : null;
  const evaluation = entry && store.readEntry(entry);
  if (evaluation) {
    judged.take(evaluation);
    return intern({ ...evaluation.result, repetition: trial.repetition }, trial);
  }
  const reason = entry ? "the record of its evaluation is damaged" : whyWithoutScore(trial.run);
  const empty = emptyResult(trial, "not_judged", reason);
  return { ...empty, run_id: trial.run_id, ...figuresOf(trial.run) };
}

function whyWithoutScore(run: RunFacts | null): string {
  if (run === null) return "the record of its run is damaged";
  if (!isReusable(run.status)) return run.failure?.message ?? `its run ended with ${run.status}`;
  return "not judged yet; `assay run-eval` judges it";
}

function figuresOf(run: RunFacts | null): Pick<TrialResult, "run_status" | "run"> {
  if (run === null) return { run_status: null, run: null };
  const { status, cost_usd, duration_ms, prompt_tokens, completion_tokens } = run;
  const figures = { reused: true, cost_usd, duration_ms, latency_ms: duration_ms, prompt_tokens, completion_tokens };
  return { run_status: status, run: { ...figures, tool_calls: 0 } };
}

/** The models in suite order; listed models that were never run are omitted. */
function modelsOf(record: CampaignRecord | null, listed: readonly ListedTrial[]): ModelEntry[] {
  const found = new Map<string, RunFacts | null>();
  for (const { model_id, run } of listed) if (!found.get(model_id)) found.set(model_id, run);
  const known = (record?.models ?? []).filter(({ model_id }) => found.has(model_id));
  const others = [...found].filter(([id]) => !known.some(({ model_id }) => model_id === id));
  return [
    ...known,
    ...others.map(([model_id, run]) => ({
      model_id,
      label: model_id,
      model: run?.model ?? model_id,
      offline: run?.offline ?? false,
    })),
  ];
}

/**
 * Sorts by model and case as the suite lists them, then by repetition: the order of every report, on which the last digits of
 * sums depend.
 */
function inOrderOf(models: readonly ModelEntry[], cases: readonly CaseEntry[], trials: TrialResult[]): TrialResult[] {
  const rank = new Map(models.map(({ model_id }, index) => [model_id, index]));
  const caseRank = new Map(cases.map(({ case_id }, index) => [case_id, index]));
  return trials.sort(
    (one, other) =>
      rank.get(one.model_id)! - rank.get(other.model_id)! ||
      caseRank.get(one.case_id)! - caseRank.get(other.case_id)! ||
      one.repetition - other.repetition,
  );
}

/**
 * The cases in suite order; listed cases that were never run are omitted. Cases no longer listed, and those of older stores, are
 * known by their ids; their runner is read from the first run only.
 */
function casesOf(store: Store, listing: CampaignListing, listed: readonly ListedTrial[]): CaseEntry[] {
  const ids = new Set(listed.map(({ case_id }) => case_id));
  const known = listing.cases.filter(({ case_id }) => ids.has(case_id));
  for (const { case_id } of known) ids.delete(case_id);
  if (ids.size === 0) return known;
  const first = listed.find(({ run }) => run !== null);
  const runner = (first && store.read("run", first.run_id)?.value.artifact.runner) ?? "llm_probe";
  return [...known, ...[...ids].sort().map((case_id) => ({ case_id, title: case_id, runner, tags: [] }))];
}

function judgesOf(
  record: CampaignRecord | null,
  { sample_sizes }: CampaignListing,
  { first, repetitions }: JudgedBy,
): JudgeRunEntry[] {
  const judges = record?.judge_runs ?? first?.judges ?? [];
  return judges.map(({ judge_run_id, judge_id, model, offline }) => ({
    judge_run_id,
    judge_id,
    model,
    offline,
    repetitions: repetitions.get(judge_run_id) ?? 0,
    sample_size: sample_sizes[judge_run_id] ?? null,
  }));
}
