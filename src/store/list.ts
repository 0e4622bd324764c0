import type { EvaluationFacts, RunFacts } from "../records/index.ts";
import { type Entry, isNewer } from "./log/entry.ts";
import type { Log } from "./log/log.ts";
import { currentRun } from "./runs.ts";

/** A campaign as the store has it: one suite under one run profile. */
export interface ListedCampaign {
  suite_id: string;
  /** `<run_profile_id>-<fp8>`. */
  run_profile: string;
  trials: number;
  /** `<evaluation_profile_id>-<fp8>` of every way in which it was judged, with how many of its trials were. */
  evaluations: { evaluation_profile: string; trials: number }[];
}

/** A trial as the index knows it; no record is read. */
export interface ListedTrial {
  model_id: string;
  case_id: string;
  repetition: number;
  run_id: string;
  run: RunFacts | null;
  evaluation: EvaluationFacts | null;
}

/**
 * All campaigns of a store, by name. Answers from the index.
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
      const [suite, profile] = place!.split("/") as [string, string];
      const name = `${suite}/${profile}`;
      const known = trials.get(name) ?? new Set();
      trials.set(name, known.add(place!));
    }
  for (const { place } of log.places("evaluation")) {
    const [suite, profile, evaluation] = place!.split("/") as [string, string, string];
    const counts = evaluations.get(`${suite}/${profile}`) ?? new Map<string, number>();
    evaluations.set(`${suite}/${profile}`, counts.set(evaluation, (counts.get(evaluation) ?? 0) + 1));
  }
  return [...trials].sort(byName).map(([name, places]) => {
    const [suite_id, run_profile] = name.split("/") as [string, string];
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
 * The trials of one campaign with what they came to, ordered by model, case and repetition. Answers from the index.
 *
 * @example
 * const store = openStore("outputs");
 * for (const campaign of listCampaigns(store))
 *   for (const { model_id, case_id, run } of listTrials(store, campaign)) console.log(model_id, case_id, run?.status);
 * await store.close();
 */
export function listTrials(
  log: Log,
  { suite_id, run_profile, evaluation_profile }: { suite_id: string; run_profile: string; evaluation_profile?: string },
): ListedTrial[] {
  const prefix = `${suite_id}/${run_profile}/`;
  const places = new Map<string, Entry>();
  for (const kind of ["run", "adoption"] as const)
    for (const entry of log.places(kind)) {
      const place = entry.place!;
      const there = places.get(place);
      if (place.startsWith(prefix) && (!there || isNewer(entry, there))) places.set(place, entry);
    }
  return [...places]
    .map(([place, { key: run_id }]): ListedTrial => {
      const [model_id, case_id, repetition] = place.slice(prefix.length).split("/") as [string, string, string];
      const evaluated =
        evaluation_profile === undefined
          ? null
          : log.at("evaluation", `${prefix}${evaluation_profile}/${model_id}/${case_id}/${repetition}`);
      return {
        model_id,
        case_id,
        repetition: Number(repetition),
        run_id,
        run: currentRun(log, run_id)?.facts ?? null,
        // What was said about an earlier run of this trial is not said about this one.
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
