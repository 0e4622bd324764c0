import {
  type AskedJudge,
  finalResultOf,
  type LocatedReference,
  openReferenceLocator,
  type Packet,
  readStoredEvaluation,
} from "../../../judging/index.ts";
import {
  type CampaignName,
  type EvaluationRecord,
  type EvidenceReference,
  evaluationPlace,
  type FinalResult,
  type JudgeRecord,
  type OutputArtifact,
  type RunRecord,
  type TrialKey,
  type Verdict,
} from "../../../records/index.ts";
import { currentRun, occupantOf, type ReadTrialFile, readTrialFile, type Store } from "../../../store/index.ts";

export interface TrialInCampaign {
  model_id: string;
  case_id: string;
  repetition: number;
}

/** Everything behind a trial's score. */
export interface TrialRecords {
  /** Null if the record is damaged. */
  run: RunRecord | null;
  /** Null if there is none, or only one of an earlier run. */
  evaluation: StoredJudging | null;
  /** Missing or damaged parts, in words, otherwise null. */
  missing: string | null;
}

export interface StoredJudging {
  final: FinalResult;
  packet: Packet;
  /** Messages exactly as sent. The system message, shared by thousands of trials, is named by its hash. */
  system_sha256: string;
  user: string;
  /** Calls in the order of judge runs and repetitions. */
  calls: (AskedJudge & { record: JudgeRecord<Verdict> })[];
  /** Position in the packet of a verdict's reference. */
  locate: (reference: EvidenceReference) => LocatedReference | null;
}

export function readStoredTrial(store: Store, name: CampaignName, trial: TrialInCampaign): TrialRecords | null {
  const { evaluation_profile } = name;
  const place = placeOf(name, trial);
  const runId = occupantOf(store, place);
  if (runId === null) return null;
  const entry = currentRun(store, runId);
  const run = entry && store.readEntry(entry);
  if (!run) return { run: null, evaluation: null, missing: `the run ${runId}` };
  const judged =
    evaluation_profile === null ? null : store.at("evaluation", evaluationPlace(place, evaluation_profile));
  if (judged === null || judged.facts.run_id !== runId) return { run, evaluation: null, missing: null };
  const record = store.readEntry(judged);
  if (!record) return { run, evaluation: null, missing: "the record of its evaluation" };
  return { run, ...readJudging(store, run, record) };
}

export function readStoredRun(store: Store, name: CampaignName, trial: TrialInCampaign): RunRecord | null {
  const runId = occupantOf(store, placeOf(name, trial));
  const entry = runId === null ? null : currentRun(store, runId);
  return entry && store.readEntry(entry);
}

/** File that a trial left. */
export type StoredFile = OutputArtifact & ReadTrialFile;

/** Reads a trial's files with their content, within limits; null if unknown. */
export function readStoredFiles(
  store: Store,
  name: CampaignName,
  trial: TrialInCampaign,
  limits: { bytesPerFile: number; bytesInAll: number },
): StoredFile[] | null {
  const run = readStoredRun(store, name, trial);
  if (!run) return null;
  let room = limits.bytesInAll;
  return run.artifact.artifacts.map((artifact) => {
    const read = readTrialFile(run, store.outputs, artifact.path, Math.min(limits.bytesPerFile, room));
    if (read.ok) room -= artifact.bytes;
    return { ...artifact, ...read };
  });
}

function placeOf(
  { suite_id, run_profile }: CampaignName,
  { model_id, case_id, repetition }: TrialInCampaign,
): TrialKey {
  return { suite_id, run_profile, model_id, case_id, repetition };
}

function readJudging(
  store: Store,
  { artifact }: RunRecord,
  record: EvaluationRecord,
): Pick<TrialRecords, "evaluation" | "missing"> {
  const stored = readStoredEvaluation(store, artifact, record);
  if (!stored.ok) return { evaluation: null, missing: stored.missing };
  const { packet, user, calls } = stored.parts;
  return {
    evaluation: {
      final: finalResultOf(stored.parts),
      packet,
      system_sha256: record.prompt.system_sha256,
      user,
      calls,
      locate: openReferenceLocator(packet),
    },
    missing: null,
  };
}
