import {
  type CampaignName,
  type EvaluationFacts,
  evaluationPlace,
  type RunCampaignName,
  type RunFacts,
  readCampaignName,
  readEvaluationPlace,
  readRunPlace,
  type TrialKey,
  writeCampaignName,
} from "../records/index.ts";
import { type Entry, isNewer } from "./log/entry.ts";
import type { Log } from "./log/log.ts";
import { currentRun } from "./runs.ts";

/** Campaign in the store: a suite under a run profile. */
export interface ListedCampaign extends RunCampaignName {
  trials: number;
  /** Each `<evaluation_profile_id>-<fp8>` with the number of judged trials. */
  evaluations: { evaluation_profile: string; trials: number }[];
}

/** Trial from the index, without reading records. */
export interface ListedTrial extends TrialKey {
  run_id: string;
  run: RunFacts | null;
  evaluation: EvaluationFacts | null;
}

/**
 * Lists a store's campaigns by name, from the index.
 *
 * @example
 * const store = openStore("outputs");
 * for (const { suite_id, run_profile, trials } of listCampaigns(store)) console.log(suite_id, run_profile, trials);
 * await store.close();
 */
export function listCampaigns(log: Log): ListedCampaign[] {
  const trials = new Map<string, Set<string>>();
  const evaluations = new Map<string, Map<string, number>>();
  for (const kind of ["run", "adoption"] as const)
    for (const { place } of log.places(kind)) {
      const name = writeCampaignName(readRunPlace(place!));
      const known = trials.get(name) ?? new Set();
      trials.set(name, known.add(place!));
    }
  for (const { place } of log.places("evaluation")) {
    const { suite_id, run_profile, evaluation_profile } = readEvaluationPlace(place!);
    const name = writeCampaignName({ suite_id, run_profile });
    const counts = evaluations.get(name) ?? new Map<string, number>();
    evaluations.set(name, counts.set(evaluation_profile, (counts.get(evaluation_profile) ?? 0) + 1));
  }
  return [...trials].sort(byName).map(([name, places]) => {
    const { suite_id, run_profile } = readCampaignName(name);
    const judged = [...(evaluations.get(name) ?? [])].sort(byName);
    return {
      suite_id,
      run_profile,
      trials: places.size,
      evaluations: judged.map(([evaluation_profile, count]) => ({ evaluation_profile, trials: count })),
    };
  });
}

/**
 * Lists a campaign's trials with their outcomes, by model, case and repetition, from the index.
 *
 * @example
 * const store = openStore("outputs");
 * for (const campaign of listCampaigns(store))
 *   for (const { model_id, case_id, run } of listTrials(store, campaign)) console.log(model_id, case_id, run?.status);
 * await store.close();
 */
export function listTrials(
  log: Log,
  { suite_id, run_profile, evaluation_profile = null }: RunCampaignName & Partial<CampaignName>,
): ListedTrial[] {
  const prefix = `${writeCampaignName({ suite_id, run_profile })}/`;
  const places = new Map<string, Entry>();
  for (const kind of ["run", "adoption"] as const)
    for (const entry of log.places(kind)) {
      const place = entry.place!;
      const there = places.get(place);
      if (place.startsWith(prefix) && (!there || isNewer(entry, there))) places.set(place, entry);
    }
  return [...places]
    .map(([place, { key: run_id }]): ListedTrial => {
      const { model_id, case_id, repetition } = readRunPlace(place);
      const key = { suite_id, run_profile, model_id, case_id, repetition };
      const evaluated =
        evaluation_profile === null ? null : log.at("evaluation", evaluationPlace(key, evaluation_profile));
      return {
        ...key,
        run_id,
        run: currentRun(log, run_id)?.facts ?? null,
        // An evaluation of an earlier run does not apply.
        evaluation: evaluated?.facts.run_id === run_id ? evaluated.facts : null,
      };
    })
    .sort(byTrial);
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function byTrial(one: ListedTrial, other: ListedTrial): number {
  if (one.model_id !== other.model_id) return one.model_id < other.model_id ? -1 : 1;
  if (one.case_id !== other.case_id) return one.case_id < other.case_id ? -1 : 1;
  return one.repetition - other.repetition;
}
