import {
  type CampaignRecord,
  type CaseEntry,
  type EvaluationRecord,
  isReusable,
  type JudgedCampaign,
  type JudgeRunEntry,
  type ModelEntry,
  type RunFacts,
  type TrialResult,
} from "../../records/index.ts";
import { evaluationPlace, type ListedTrial, listTrials, type Store } from "../../store/index.ts";
import { sumUp } from "./judged-campaign.ts";
import { emptyResult } from "./trial-result.ts";

/** A campaign of a store: `evaluation_profile` is null for one that was run and not judged. */
export interface StoredCampaignName {
  suite_id: string;
  /** `<run_profile_id>-<fp8>`. */
  run_profile: string;
  /** `<evaluation_profile_id>-<fp8>`. */
  evaluation_profile: string | null;
}

/**
 * A campaign as its store has it, without any file of the workspace: it may be of another day or another machine. What was said about an earlier
 * run of a trial does not count for the run that is there now. Null when the store has no such campaign.
 */
export function readStoredCampaign(store: Store, name: StoredCampaignName): JudgedCampaign | null {
  const { suite_id, run_profile, evaluation_profile } = name;
  const listed = listTrials(store, { suite_id, run_profile, evaluation_profile: evaluation_profile ?? undefined });
  if (listed.length === 0) return null;
  const record = store.read("campaign", [suite_id, run_profile, evaluation_profile].join("/"))?.value ?? null;
  const read = listed.map((trial) => readTrial(store, name, trial));
  const judged = read.flatMap(({ evaluation }) => evaluation ?? []);
  const models = modelsOf(record, listed);
  const trials = inOrderOf(
    models,
    read.map(({ result }) => result),
  );
  return {
    schema_version: 1,
    suite_id,
    suite_title: record?.suite_title ?? suite_id,
    run_profile_id: record?.run_profile_id ?? withoutFingerprint(run_profile),
    evaluation_profile_id: record?.evaluation_profile_id ?? withoutFingerprint(evaluation_profile ?? "no judges"),
    aggregation: judged[0]?.aggregation ?? { method: "median", pass_threshold: null },
    models,
    cases: casesOf(store, listed),
    judge_runs: judgesOf(record, judged),
    ...sumUp(trials),
  };
}

interface ReadTrial {
  result: TrialResult;
  evaluation: Pick<EvaluationRecord, "aggregation" | "judges" | "result"> | null;
}

function readTrial(store: Store, name: StoredCampaignName, trial: ListedTrial): ReadTrial {
  const place = {
    suiteId: name.suite_id,
    runProfileFolder: name.run_profile,
    modelId: trial.model_id,
    caseId: trial.case_id,
    repetition: trial.repetition,
  };
  const { model_id, case_id, repetition } = trial;
  const entry =
    trial.evaluation && name.evaluation_profile !== null
      ? store.at("evaluation", evaluationPlace(place, name.evaluation_profile))
      : null;
  const evaluation = entry && store.readEntry(entry);
  if (evaluation) return { result: { ...evaluation.result, model_id, case_id, repetition }, evaluation };
  const reason = entry ? "the record of its evaluation is damaged" : whyWithoutScore(trial.run);
  const empty = emptyResult({ place }, "not_judged", reason);
  return { result: { ...empty, run_id: trial.run_id, ...figuresOf(trial.run) }, evaluation: null };
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

/** As the suite listed them; a model that it listed and nobody ran has no part in it. */
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

function inOrderOf(models: readonly ModelEntry[], trials: TrialResult[]): TrialResult[] {
  const rank = new Map(models.map(({ model_id }, index) => [model_id, index]));
  return trials.sort((one, other) => rank.get(one.model_id)! - rank.get(other.model_id)!);
}

/** The store keeps no titles and no tags: a case is known by its id. Who ran it is asked of the first run only. */
function casesOf(store: Store, listed: readonly ListedTrial[]): CaseEntry[] {
  const first = listed.find(({ run }) => run !== null);
  const runner = (first && store.read("run", first.run_id)?.value.artifact.runner) ?? "llm_probe";
  const ids = [...new Set(listed.map(({ case_id }) => case_id))].sort();
  return ids.map((case_id) => ({ case_id, title: case_id, runner, tags: [] }));
}

function judgesOf(
  record: CampaignRecord | null,
  judged: readonly Pick<EvaluationRecord, "judges" | "result">[],
): JudgeRunEntry[] {
  const repetitions = new Map<string, number>();
  for (const { result } of judged)
    for (const { judge_run_id, iterations } of result.judge_runs)
      repetitions.set(judge_run_id, Math.max(repetitions.get(judge_run_id) ?? 0, iterations.length));
  const judges = record?.judge_runs ?? judged[0]?.judges ?? [];
  return judges.map(({ judge_run_id, judge_id, model, offline }) => ({
    judge_run_id,
    judge_id,
    model,
    offline,
    repetitions: repetitions.get(judge_run_id) ?? 0,
    sample_size: null,
  }));
}

function withoutFingerprint(folder: string): string {
  return folder.replace(/-[0-9a-f]{8}$/, "");
}
