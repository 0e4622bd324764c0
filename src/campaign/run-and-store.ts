import { type OutputArtifact, type RunArtifact, type RunRecord, runPlace } from "../records/index.ts";
import type { MediaShelf } from "../runners/index.ts";
import type { Entry, FileRedactor, KeptFiles, Store } from "../store/index.ts";
import { canonicalHash, sha256 } from "../text/index.ts";
import { identify } from "./identity.ts";
import type { ExecuteTrial, TrialStage } from "./local-executor.ts";
import type { PlannedTrial } from "./planned-trial.ts";
import { holdMedia, type SentMediaKeeper } from "./sent-media.ts";
import { canLeaveFiles } from "./settings.ts";

export interface TrialSurroundings extends Omit<TrialStage, "directory"> {
  store: Store;
  execute: ExecuteTrial;
  redact: FileRedactor;
  media: MediaShelf;
}

/** A stored run, with data that the next stage would otherwise read back. */
export interface StoredTrial {
  run: Entry<"run">;
  /** Null for a run that was already stored. */
  record: RunRecord | null;
}

/** The result of running a trial: stored, or nothing. */
export type RanTrial = { status: "stored"; stored: StoredTrial } | UnstoredTrial;

type UnstoredTrial = { status: "interrupted" } | { status: "unpaid" } | { status: "refused"; message: string };

/** Executes one trial and stores it. An interrupted or unexecutable one leaves nothing behind. */
export async function runAndStore(planned: PlannedTrial, surroundings: TrialSurroundings): Promise<RanTrial> {
  const sent = await holdMedia(planned.trial, surroundings.media);
  try {
    return await storeExecuted(planned, surroundings, sent);
  } finally {
    sent.release();
  }
}

async function storeExecuted(
  planned: PlannedTrial,
  { store, execute, redact, reservation, signal }: TrialSurroundings,
  sent: SentMediaKeeper,
): Promise<RanTrial> {
  const { trial, runId } = planned;
  const folder = canLeaveFiles(trial) ? store.trialFolders.open() : null;
  const executed = await execute(planned, { directory: folder, reservation, signal });
  if (executed.status !== "ended") {
    if (folder) store.trialFolders.discard(folder);
    return executed;
  }
  const { artifact, kept } = executed;
  const notKept = sent.keep(store, redact);
  keepUserPrompt(trial, store, redact);
  const { payload } = identify(planned.fingerprint);
  const fingerprint = redact.text(payload);
  const complete = withNotes(withFiles(artifact, kept), {
    ...(fingerprint === payload ? {} : { fingerprint_redacted: true }),
    ...(notKept.length === 0 ? {} : { media_not_kept: notKept }),
  });
  const files = folder === null || kept.empty ? null : store.trialFolders.keep(folder, canonicalHash(complete));
  if (folder && kept.empty) store.trialFolders.discard(folder);
  const record: RunRecord = { schema_version: 2, artifact: complete, fingerprint, files };
  const place = runPlace(planned.place);
  return { status: "stored", stored: { run: store.append({ kind: "run", key: runId, place, value: record }), record } };
}

/** Stores the prompt of the model that played the user, once for all trials, redacted. */
function keepUserPrompt({ request: { user } }: PlannedTrial["trial"], store: Store, redact: FileRedactor): void {
  if (user && redact.text(user.system) === user.system) store.keepText(user.system, sha256(user.system));
}

/** Records a run executed under another name for this trial too. */
export function recordAlias(planned: PlannedTrial, store: Store): void {
  store.append({
    kind: "adoption",
    key: planned.runId,
    place: runPlace(planned.place),
    value: { schema_version: 2, identity: planned.identity },
  });
}

function withNotes(artifact: RunArtifact, notes: Record<string, unknown>): RunArtifact {
  if (Object.keys(notes).length === 0) return artifact;
  return { ...artifact, runner_metadata: { ...artifact.runner_metadata, ...notes } };
}

/** Lists the files that exist now; a runner's own description of one is kept. */
function withFiles(artifact: RunArtifact, kept: KeptFiles): RunArtifact {
  const types = new Map(artifact.artifacts.map(({ path, artifact_type }) => [path, artifact_type]));
  const artifacts: OutputArtifact[] = kept.files.map((file) => ({
    artifact_type: types.get(file.path) ?? defaultType(file.path),
    ...file,
  }));
  if (kept.leftOutCount === 0) return { ...artifact, artifacts };
  const { leftOut, leftOutCount } = kept;
  return {
    ...artifact,
    artifacts,
    runner_metadata: { ...artifact.runner_metadata, files_left_out: { count: leftOutCount, files: leftOut } },
  };
}

function defaultType(path: string): string {
  if (path.startsWith("workspace/")) return "workspace_file";
  return path.startsWith("tmp/") ? "tmp_file" : "runner_file";
}
