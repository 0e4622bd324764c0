import { type ExpectedJudging, readStoredCampaign } from "../../../judging/index.ts";
import {
  type CampaignName,
  evaluationPlace,
  type RecordKind,
  readEvaluationPlace,
  type TrialResult,
  writeCampaignName,
} from "../../../records/index.ts";
import { composeCampaignReport, type Verification } from "../../../report/index.ts";
import type { ListedTrial, Store } from "../../../store/index.ts";

/** Record that must not be in a store, or is missing. */
export interface StrayRecord {
  trial: string;
  differences?: { what: string; stored: string; found: string }[];
  missing?: string[];
}

/** Yields planned trials without a run, and evaluations without a trial. */
export function* findStrayRecords(
  store: Store,
  name: CampaignName,
  listed: readonly ListedTrial[],
  judging: ExpectedJudging | null,
): Generator<StrayRecord> {
  const found = new Set(listed.map(keyOf));
  for (const [model_id, cases] of Object.entries(judging?.plan ?? {}))
    for (const [case_id, repetitions] of Object.entries(cases))
      for (const repetition of Object.keys(repetitions))
        if (!found.has(keyOf({ model_id, case_id, repetition })))
          yield { trial: `${model_id}/${case_id} #${repetition}`, missing: ["its run, which was planned,"] };
  if (name.evaluation_profile === null) return;
  const prefix = `${writeCampaignName(name)}/`;
  for (const { place } of store.places("evaluation")) {
    if (!place!.startsWith(prefix)) continue;
    const key = readEvaluationPlace(place!);
    if (evaluationPlace(key, key.evaluation_profile) === place && found.has(keyOf(key))) continue;
    const [what, stored] = ["an evaluation", "of a trial that has no run"];
    yield { trial: place!.slice(prefix.length), differences: [{ what, stored, found: "no evaluation" }] };
  }
}

function keyOf({ model_id, case_id, repetition }: { model_id: string; case_id: string; repetition: number | string }) {
  return JSON.stringify([model_id, case_id, String(repetition)]);
}

const KINDS: readonly RecordKind[] = [
  ...(["run", "adoption", "checks", "call", "text", "evaluation"] as const),
  ...(["campaign", "server", "shard", "prune", "label"] as const),
];

/** Counts a store's records except for spending. */
export function countRecordsOf(store: Store): number {
  let count = 0;
  for (const kind of KINDS) for (const { key } of store.keys(kind)) count += store.entries(kind, key).length;
  return count;
}

/** Lists the means that differ if some trials have other results. */
export function findDifferentMeans(
  store: Store,
  campaign: CampaignName,
  changed: ReadonlyMap<string, TrialResult>,
): Verification["differences"] {
  if (changed.size === 0) return [];
  try {
    const stored = readStoredCampaign(store, campaign);
    if (!stored) return [];
    const trials = stored.trials.map((trial) => changed.get(nameOfResult(trial)) ?? trial);
    const [before, after] = [stored, { ...stored, trials }].map(
      (judged) => composeCampaignReport(judged).model_summaries,
    );
    return before!.flatMap(({ model_id, score }, index) =>
      score === after![index]!.score
        ? []
        : [{ trial: model_id, what: "mean score", stored: String(score), found: String(after![index]!.score) }],
    );
  } catch {
    // An invalid result has no mean, and is already reported as a difference.
    return [];
  }
}

export function nameOfResult({
  model_id,
  case_id,
  repetition,
}: Pick<TrialResult, "model_id" | "case_id" | "repetition">): string {
  return JSON.stringify([model_id, case_id, repetition]);
}
