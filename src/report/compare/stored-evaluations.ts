import {
  type EvaluationRecord,
  readCampaignName,
  readEvaluationPlace,
  writeCampaignName,
} from "../../records/index.ts";
import { occupantOf, type Store } from "../../store/index.ts";
import { storedVersion } from "./case-version.ts";
import type { CampaignSide, LeftOutTrial, SideTrial } from "./side.ts";

/** A judged campaign of a store, by its name `<suite>/<run profile>/<evaluation profile>`. */
export interface StoredCampaign {
  store: Store;
  name: string;
}

/** What is known about the campaign's configuration of today. */
export interface KnownToday {
  /** The cases that its suite selects; null when nobody can tell. */
  caseIds: ReadonlySet<string> | null;
  /** Why its configuration could not be looked at; null when it was. */
  asStored: string | null;
}

/**
 * A judged campaign as its store has it, for one that today's files no longer make: of another day, or of another checkout. A trial that was run
 * again and not judged again is left out, and so is a case that the suite has lost.
 */
export function storedSide({ store, name }: StoredCampaign, shortName: string, today: KnownToday): CampaignSide {
  const side: CampaignSide = {
    label: name,
    name: shortName,
    outputs: store.outputs,
    labels: new Map(),
    trials: [],
    left_out: [],
    judging: [],
    as_stored: today.asStored,
  };
  const judging = new Set<string>();
  for (const { place, ids, entry } of evaluationsOf({ store, name })) {
    const record = store.readEntry(entry);
    const leftOut = record ? whyLeftOut(store, name, ids, record, today.caseIds) : UNREADABLE(place);
    if (record) judging.add(judgingOf(record));
    if (leftOut) side.left_out.push({ ...ids, ...leftOut });
    else side.trials.push(scored(store, ids, record!));
  }
  return { ...side, judging: [...judging].sort() };
}

/** The names of all judged campaigns of a store, in order. */
export function judgedCampaigns(store: Store): string[] {
  const names = new Set<string>();
  for (const { place } of store.places("evaluation")) names.add(writeCampaignName(readEvaluationPlace(place!)));
  return [...names].sort();
}

type TrialIds = Pick<SideTrial, "model_id" | "case_id" | "repetition">;
type Why = Pick<LeftOutTrial, "why" | "reason">;

/** Every trial of a judged campaign that has an evaluation, in the order of their places. */
export function evaluationsOf({ store, name }: StoredCampaign) {
  return [...store.places("evaluation")]
    .filter(({ place }) => place!.startsWith(`${name}/`))
    .sort((one, other) => (one.place! < other.place! ? -1 : 1))
    .map((entry) => {
      const { model_id, case_id, repetition } = readEvaluationPlace(entry.place!);
      return { entry, place: entry.place!, ids: { model_id, case_id, repetition } };
    });
}

/** What must be the same on both sides for scores to mean the same: who judged, by which instructions, how combined. */
export function judgingOf({ judges, prompt, aggregation }: EvaluationRecord): string {
  const models = judges.map(({ model }) => model).join(" + ");
  return `${models}, instructions ${prompt.system_sha256.slice(0, 8)}, ${aggregation.method}`;
}

const UNREADABLE = (place: string): Why => ({ why: "unreadable", reason: `${place}: its record is damaged` });

function whyLeftOut(
  store: Store,
  name: string,
  ids: TrialIds,
  { result }: EvaluationRecord,
  caseIds: KnownToday["caseIds"],
): Why | null {
  if (caseIds && !caseIds.has(ids.case_id)) return { why: "gone", reason: "the suite no longer selects its case" };
  const occupant = occupantOf(store, { ...readCampaignName(name), ...ids });
  if (occupant !== null && occupant !== result.run_id)
    return { why: "stale", reason: "it was run again since, and not judged again" };
  if (result.score === null) return { why: "no_score", reason: result.reason ?? "it has no score" };
  return null;
}

function scored(store: Store, ids: TrialIds, record: EvaluationRecord): SideTrial {
  const { score, passed, run_id } = record.result;
  return { ...ids, score: score!, passed, run_id, ...storedVersion(store, record) };
}
