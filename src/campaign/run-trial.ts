import type { OutputArtifact, RunArtifact, RunnerType, RunRecord } from "../records/index.ts";
import { identityOf, type MediaShelf, type Runner, type ToolBook } from "../runners/index.ts";
import type { SandboxChoice } from "../sandbox/index.ts";
import { meteredGateway, type Reservation } from "../spending/index.ts";
import { type Entry, type FileRedactor, type KeptFiles, keepTrialFiles, runPlace, type Store } from "../store/index.ts";
import { canonicalHash, redactJson, sha256 } from "../text/index.ts";
import { identify } from "./identity.ts";
import type { PlannedTrial } from "./planned-trial.ts";
import { holdMedia, type SentMediaKeeper } from "./sent-media.ts";
import { canLeaveFiles } from "./settings.ts";

export interface TrialSurroundings {
  store: Store;
  runners: Record<RunnerType, Runner>;
  sandbox: SandboxChoice;
  redact: FileRedactor;
  /** Images and audio that trials are sending. */
  media: MediaShelf;
  clock: () => Date;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
  toolBook: ToolBook;
  /** What the trial costs is paid from it. */
  reservation: Reservation;
}

/** A run that is stored, with what the next stage would otherwise have to read back. */
export interface StoredTrial {
  run: Entry<"run">;
  /** Null for a run that was stored before. */
  record: RunRecord | null;
}

const NOTHING_KEPT: KeptFiles = { files: [], empty: true, leftOut: [], leftOutCount: 0 };

/** Executes one trial and stores it; null when it was interrupted, which leaves nothing behind. */
export async function runTrial(planned: PlannedTrial, surroundings: TrialSurroundings): Promise<StoredTrial | null> {
  const sent = await holdMedia(planned.trial, surroundings.media);
  try {
    return await runAndStore(planned, surroundings, sent);
  } finally {
    sent.release();
  }
}

async function runAndStore(
  planned: PlannedTrial,
  surroundings: TrialSurroundings,
  sent: SentMediaKeeper,
): Promise<StoredTrial | null> {
  const { store, redact, signal } = surroundings;
  const { trial, runId } = planned;
  const folder = canLeaveFiles(trial) ? store.trialFolders.open() : null;
  const artifact = await execute(planned, folder ?? "", surroundings);
  // What a signal cut short says nothing about the subject.
  const interrupted = artifact.runner_metadata.interrupted === true;
  if (interrupted || (signal.aborted && artifact.status !== "success")) {
    if (folder) store.trialFolders.discard(folder);
    return null;
  }
  const kept = folder ? keepTrialFiles(folder, redact) : NOTHING_KEPT;
  const notKept = sent.keep(store, redact);
  keepUserPrompt(trial, store, redact);
  const clean = redactJson({ ...artifact, identity: identityOf(trial) }, redact.text);
  const { payload } = identify(planned.fingerprint);
  const fingerprint = redact.text(payload);
  const complete = withNotes(withFiles(clean, kept), {
    ...(fingerprint === payload ? {} : { fingerprint_redacted: true }),
    ...(notKept.length === 0 ? {} : { media_not_kept: notKept }),
  });
  const files = folder === null || kept.empty ? null : store.trialFolders.keep(folder, canonicalHash(complete));
  if (folder && kept.empty) store.trialFolders.discard(folder);
  const record: RunRecord = { schema_version: 2, artifact: complete, fingerprint, files };
  const place = runPlace(planned.place);
  return { run: store.append({ kind: "run", key: runId, place, value: record }), record };
}

/** What the model that played the user was told, once for all trials; never with a secret in it. */
function keepUserPrompt({ request: { user } }: PlannedTrial["trial"], store: Store, redact: FileRedactor): void {
  if (user && redact.text(user.system) === user.system) store.keepText(user.system, sha256(user.system));
}

/** Takes a run that was executed under another name for this trial too. */
export function adoptRun(planned: PlannedTrial, store: Store): void {
  store.append({
    kind: "adoption",
    key: planned.runId,
    place: runPlace(planned.place),
    value: { schema_version: 2, identity: identityOf(planned.trial) },
  });
}

async function execute(
  planned: PlannedTrial,
  directory: string,
  surroundings: TrialSurroundings,
): Promise<RunArtifact> {
  const { trial, gateway, question } = planned;
  const { sandbox, media, redact, clock, env, signal, reservation, toolBook } = surroundings;
  const startedAt = clock();
  let isMetered = false;
  const paid = (usd: number | null) => {
    isMetered = true;
    reservation.paid(usd);
  };
  try {
    const runner = surroundings.runners[trial.loadedCase.case.runner.type];
    const metered = meteredGateway(gateway, { paid });
    const userGateway = question.userGateway && meteredGateway(question.userGateway, { paid });
    const spending = { paid, refusal: reservation.refusal };
    const artifact = await runner(trial, {
      gateway: metered,
      spending,
      ...(userGateway ? { userGateway } : {}),
      redact: redact.text,
      sandbox,
      directory,
      media,
      clock,
      env,
      signal,
      toolBook,
    });
    // An agent in a container asks for itself; what it cost stands at the end.
    if (!isMetered && artifact.provider.length > 0) reservation.paid(artifact.usage?.cost_usd ?? null);
    return artifact;
  } catch (error) {
    return crashed(planned, startedAt, clock(), error);
  }
}

function withNotes(artifact: RunArtifact, notes: Record<string, unknown>): RunArtifact {
  if (Object.keys(notes).length === 0) return artifact;
  return { ...artifact, runner_metadata: { ...artifact.runner_metadata, ...notes } };
}

/** Lists the files that are there now; a runner's own word for one of them stays. */
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

/** A runner that throws is our bug, not the subject's failure: never reused, and it stops the campaign by default. */
function crashed(planned: PlannedTrial, startedAt: Date, endedAt: Date, error: unknown): RunArtifact {
  const { trial, gateway, fingerprint } = planned;
  const duration_ms = endedAt.getTime() - startedAt.getTime();
  const message = error instanceof Error ? error.message : String(error);
  return {
    schema_version: 1,
    identity: identityOf(planned.trial),
    runner: trial.loadedCase.case.runner.type,
    status: "provider_error",
    final_output: null,
    final_output_forced: false,
    failure: { stage: "execution", message: `the runner crashed: ${message}`, unrecoverable: true },
    request: {
      gateway: gateway.endpoint,
      model: trial.resolved_model,
      offline: gateway.offline,
      execution_parameters: { ...trial.settings },
      messages: fingerprint.messages,
      turns: fingerprint.turns,
      tools: fingerprint.tools,
      metadata: {},
    },
    provider: [],
    timing: {
      started_at: startedAt.toISOString(),
      finished_at: endedAt.toISOString(),
      duration_ms,
      latency_ms: 0,
    },
    usage: null,
    trace: [],
    artifacts: [],
    runner_metadata: { stack: error instanceof Error ? error.stack : null },
  };
}
