import {
  compactRecord,
  type EvaluationRecord,
  type RecordKind,
  type RecordValues,
  type RunRecord,
} from "../../records/index.ts";
import { evaluationPlace, runPlace, type TrialPlace } from "../layout.ts";
import { type ListedTrial, listTrials } from "../list.ts";
import { writeLine } from "../log/line.ts";
import type { Log } from "../log/log.ts";
import { currentRun } from "../runs.ts";
import type { PackedCampaignName } from "./manifest.ts";

/** A record on its way into a packed campaign: its line, and what it says. */
export type PackedRecord = {
  [Kind in RecordKind]: { kind: Kind; line: Buffer; value: RecordValues[Kind] };
}[RecordKind];

export interface RecordsToPack {
  /** Called for what the store should have and does not. */
  onMissing: (what: string) => void;
}

/**
 * Every record that a campaign's scores rest on, in an order that depends on nothing but the campaign: its own, then by trial the run, the
 * evaluation, what the judges were shown and what they answered. Each is there once. A run that was executed under another name is here under
 * this one.
 */
export function* campaignRecords(
  log: Log,
  name: PackedCampaignName,
  { onMissing }: RecordsToPack,
): Generator<PackedRecord> {
  const { suite_id, run_profile, evaluation_profile } = name;
  const seen = new Set<string>();
  const once = function* <Kind extends RecordKind>(kind: Kind, key: string): Generator<PackedRecord> {
    if (seen.has(`${kind} ${key}`)) return;
    seen.add(`${kind} ${key}`);
    const found = log.read(kind, key);
    if (found) yield packed(kind, key, null, found.entry.at, found.value);
    else onMissing(`${kind} ${key}`);
  };
  // All of them, the oldest first: parts of a campaign that were planned elsewhere have a record each.
  for (const entry of log.entries("campaign", `${suite_id}/${run_profile}/${evaluation_profile}`).toReversed()) {
    const value = log.readEntry(entry);
    if (!value) continue;
    yield packed("campaign", entry.key, null, entry.at, value);
    yield* once("text", value.judge_system_prompt_sha256);
    if (value.listing_sha256 !== undefined && log.has("text", value.listing_sha256))
      yield* once("text", value.listing_sha256);
  }
  for (const trial of listTrials(log, { suite_id, run_profile, evaluation_profile: evaluation_profile ?? undefined })) {
    const place = placeOf(name, trial);
    yield* runOf(log, trial, place, seen, onMissing);
    const entry = trial.evaluation && log.at("evaluation", evaluationPlace(place, evaluation_profile!));
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
  { run_id }: ListedTrial,
  place: TrialPlace,
  seen: Set<string>,
  onMissing: (what: string) => void,
): Generator<PackedRecord> {
  const entry = currentRun(log, run_id);
  const value = entry && log.readEntry(entry);
  if (!value) return onMissing(`run ${run_id}`);
  const here = runPlace(place);
  const identity = identityAt(log, value, place);
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

/** Judge calls that were made about a trial. */
function callsOf({ result }: EvaluationRecord): string[] {
  return result.judge_runs.flatMap(({ iterations }) =>
    iterations.flatMap(({ call_id, status }) => (status === "not_asked" ? [] : [call_id])),
  );
}

function placeOf({ suite_id, run_profile }: PackedCampaignName, trial: ListedTrial): TrialPlace {
  const { model_id: modelId, case_id: caseId, repetition } = trial;
  return { suiteId: suite_id, runProfileFolder: run_profile, modelId, caseId, repetition };
}

/** Who a trial is. One that adopted its run was told so when it did; other runs name their own. */
function identityAt(log: Log, { artifact }: RunRecord, place: TrialPlace): RunRecord["artifact"]["identity"] {
  const { modelId: model_id, caseId: case_id, repetition, suiteId: suite_id } = place;
  const run_profile_id = place.runProfileFolder.replace(/-[0-9a-f]{8}$/, "");
  const here = { suite_id, run_profile_id, model_id, case_id, repetition };
  const adopted = log.at("adoption", runPlace(place));
  const known = adopted?.key === artifact.identity.run_id ? log.readEntry(adopted)?.identity : undefined;
  return { ...(isSubject(artifact.identity, place) ? artifact.identity : (known ?? artifact.identity)), ...here };
}

function isSubject({ model_id, case_id }: RunRecord["artifact"]["identity"], { modelId, caseId }: TrialPlace): boolean {
  return model_id === modelId && case_id === caseId;
}
