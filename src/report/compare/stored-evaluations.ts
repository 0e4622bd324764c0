import {
  type CampaignName,
  type EvaluationRecord,
  readEvaluationPlace,
  writeCampaignName,
} from "../../records/index.ts";
import { occupantOf, type Store } from "../../store/index.ts";
import { storedVersion } from "./case-version.ts";
import type { CampaignSide, LeftOutTrial, SideTrial } from "./side.ts";

/** Judged campaign in a store: `<suite>/<run profile>/<evaluation profile>`. */
export interface StoredCampaign {
  store: Store;
  name: CampaignName;
}

/** Information from the campaign's current configuration. */
export interface KnownToday {
  /** Cases of its suite; null if unknown. */
  caseIds: ReadonlySet<string> | null;
  /** Reason why its configuration could not be read, otherwise null. */
  asStored: string | null;
}

/**
 * Builds a side from a stored campaign that does not match the current files: an older one, or of another checkout. Omits trials that were
 * run but not judged again, and cases removed from the suite.
 */
export function storedSide({ store, name }: StoredCampaign, shortName: string, today: KnownToday): CampaignSide {
  const side: CampaignSide = {
    label: writeCampaignName(name),
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

type TrialIds = Pick<SideTrial, "model_id" | "case_id" | "repetition">;
type Why = Pick<LeftOutTrial, "why" | "reason">;

/** Lists evaluated trials of a campaign, in the order of their places. */
export function evaluationsOf({ store, name }: StoredCampaign) {
  const prefix = `${writeCampaignName(name)}/`;
  return [...store.places("evaluation")]
    .filter(({ place }) => place!.startsWith(prefix))
    .sort((one, other) => (one.place! < other.place! ? -1 : 1))
    .map((entry) => {
      const { model_id, case_id, repetition } = readEvaluationPlace(entry.place!);
      return { entry, place: entry.place!, ids: { model_id, case_id, repetition } };
    });
}

/** Describes what must be equal for scores to be comparable: judges, prompt and aggregation. */
export function judgingOf({ judges, prompt, aggregation }: EvaluationRecord): string {
  const models = judges.map(({ model }) => model).join(" + ");
  return `${models}, instructions ${prompt.system_sha256.slice(0, 8)}, ${aggregation.method}`;
}

const UNREADABLE = (place: string): Why => ({ why: "unreadable", reason: `${place}: its record is damaged` });

function whyLeftOut(
  store: Store,
  name: CampaignName,
  ids: TrialIds,
  { result }: EvaluationRecord,
  caseIds: KnownToday["caseIds"],
): Why | null {
  if (caseIds && !caseIds.has(ids.case_id)) return { why: "gone", reason: "the suite no longer selects its case" };
  const occupant = occupantOf(store, { ...name, ...ids });
  if (occupant !== null && occupant !== result.run_id)
    return { why: "stale", reason: "it was run again since, and not judged again" };
  if (result.score === null) return { why: "no_score", reason: result.reason ?? "it has no score" };
  return null;
}

function scored(store: Store, ids: TrialIds, record: EvaluationRecord): SideTrial {
  const { score, passed, run_id } = record.result;
  return { ...ids, score: score!, passed, run_id, ...storedVersion(store, record) };
}
