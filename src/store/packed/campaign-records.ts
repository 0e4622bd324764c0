import {
  type CampaignName,
  compactRecord,
  type EvaluationRecord,
  evaluationPlace,
  profileIdOf,
  type RecordKind,
  type RecordValues,
  type RunRecord,
  runPlace,
  type TrialIdentity,
  type TrialKey,
  writeCampaignName,
} from "../../records/index.ts";
import { type ListedTrial, listTrials } from "../list.ts";
import { writeLine } from "../log/line.ts";
import type { Log } from "../log/log.ts";
import { currentRun } from "../runs.ts";

/** Record for a packed campaign, as line and value. */
export type PackedRecord = {
  [Kind in RecordKind]: { kind: Kind; line: Buffer; value: RecordValues[Kind] };
}[RecordKind];

export interface RecordsToPack {
  /** Called for records missing in the store. */
  onMissing: (what: string) => void;
}

/**
 * Yields each record that a campaign's scores depend on, in a reproducible order: the campaign's own, then per trial the run, the
 * evaluation, and the judges' packets and answers. An adopted run appears under its new name.
 */
export function* campaignRecords(log: Log, name: CampaignName, { onMissing }: RecordsToPack): Generator<PackedRecord> {
  const { evaluation_profile } = name;
  const seen = new Set<string>();
  const once = function* <Kind extends RecordKind>(kind: Kind, key: string): Generator<PackedRecord> {
    if (seen.has(`${kind} ${key}`)) return;
    seen.add(`${kind} ${key}`);
    const found = log.read(kind, key);
    if (found) yield packed(kind, key, null, found.entry.at, found.value);
    else onMissing(`${kind} ${key}`);
  };
  // Oldest first: shards planned on other machines have a record each.
  for (const entry of log.entries("campaign", writeCampaignName(name)).toReversed()) {
    const value = log.readEntry(entry);
    if (!value) continue;
    yield packed("campaign", entry.key, null, entry.at, value);
    yield* once("text", value.judge_system_prompt_sha256);
    if (value.listing_sha256 !== undefined && log.has("text", value.listing_sha256))
      yield* once("text", value.listing_sha256);
  }
  for (const trial of listTrials(log, name)) {
    yield* runOf(log, trial, seen, onMissing);
    const entry = trial.evaluation && log.at("evaluation", evaluationPlace(trial, evaluation_profile!));
    const value = entry && log.readEntry(entry);
    if (entry && !value) onMissing(`evaluation ${entry.key}`);
    if (!value) continue;
    yield packed("evaluation", entry.key, entry.place, entry.at, value);
    yield* once("text", value.prompt.system_sha256);
    yield* once("text", value.prompt.user_sha256);
    for (const callId of callsOf(value)) yield* once("call", callId);
  }
}

function* runOf(
  log: Log,
  trial: ListedTrial,
  seen: Set<string>,
  onMissing: (what: string) => void,
): Generator<PackedRecord> {
  const { run_id } = trial;
  const entry = currentRun(log, run_id);
  const value = entry && log.readEntry(entry);
  if (!value) return onMissing(`run ${run_id}`);
  const here = runPlace(trial);
  const identity = identityAt(log, value, trial);
  if (!seen.has(`run ${run_id}`)) {
    seen.add(`run ${run_id}`);
    yield packed("run", run_id, here, entry.at, { ...value, artifact: { ...value.artifact, identity } });
  } else yield packed("adoption", run_id, here, entry.at, { schema_version: 2, identity });
}

function packed<Kind extends RecordKind>(
  kind: Kind,
  key: string,
  place: string | null,
  at: number,
  value: RecordValues[Kind],
): PackedRecord {
  const { bytes } = writeLine({ kind, key, place, at }, JSON.stringify(compactRecord(kind, value)));
  return { kind, line: Buffer.from(bytes), value } as PackedRecord;
}

/** Returns the judge calls about a trial. */
function callsOf({ result }: EvaluationRecord): string[] {
  return result.judge_runs.flatMap(({ iterations }) =>
    iterations.flatMap(({ call_id, status }) => (status === "not_asked" ? [] : [call_id])),
  );
}

/** Returns a trial's identity. An adopted run got it from the adoption; other runs contain it. */
function identityAt(log: Log, { artifact: { identity } }: RunRecord, key: TrialKey): TrialIdentity {
  const { suite_id, run_profile, model_id, case_id, repetition } = key;
  const here = { suite_id, run_profile_id: profileIdOf(run_profile), model_id, case_id, repetition };
  if (identity.model_id === model_id && identity.case_id === case_id) return { ...identity, ...here };
  const adopted = log.at("adoption", runPlace(key));
  const known = adopted?.key === identity.run_id ? log.readEntry(adopted)?.identity : undefined;
  return { ...(known ?? identity), ...here };
}
