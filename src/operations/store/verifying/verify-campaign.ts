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

/** Something that must not be in a store, or must be and is not. */
export interface StrayRecord {
  trial: string;
  differences?: { what: string; stored: string; found: string }[];
  missing?: string[];
}

/** Trials that were planned and have no run, and evaluations of trials that there are not. */
export function* recordsWithoutTrial(
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

/** All records of a store but those of what was spent. */
export function countRecordsOf(store: Store): number {
  let count = 0;
  for (const kind of KINDS) for (const { key } of store.keys(kind)) count += store.entries(kind, key).length;
  return count;
}

/** What a reader of the report would see instead, where the results of some trials are others. */
export function meansThatDiffer(
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
    // A result that makes no sense has no mean; that it makes none is a difference already.
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
