import { mkdirSync } from "node:fs";
import type { OutputArtifact, RunArtifact, RunnerType } from "../records/index.ts";
import { identityOf, type Runner } from "../runners/index.ts";
import type { SandboxChoice } from "../sandbox/index.ts";
import { type FileRedactor, type KeptFiles, keepTrialFiles } from "../store/index.ts";
import { redactJson } from "../text/index.ts";
import { identify } from "./identity.ts";
import type { PlannedTrial } from "./plan.ts";
import type { RunStore } from "./run-store.ts";
import { type RunSummary, summarizeRun } from "./run-summary.ts";
import { canLeaveFiles } from "./settings.ts";
import { readStoredRun } from "./stored-run.ts";

export interface TrialSurroundings {
  store: RunStore;
  runners: Record<RunnerType, Runner>;
  sandbox: SandboxChoice;
  redact: FileRedactor;
  clock: () => Date;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
}

const NOTHING_KEPT: KeptFiles = { files: [], empty: true, leftOut: [], leftOutCount: 0 };

/** A run that is being stored: what it came to is known at once, that it is safe only when `stored` ends. */
export interface RunBeingStored {
  summary: RunSummary;
  stored: Promise<void>;
}

/** Executes one trial and stores it; null when it was interrupted, which leaves nothing behind. */
export async function runTrial(
  planned: PlannedTrial,
  number: number,
  surroundings: TrialSurroundings,
): Promise<RunBeingStored | null> {
  const { trial } = planned;
  const { store, redact, signal, clock, env, sandbox } = surroundings;
  const directory = store.filesFolder(number);
  const leavesFiles = canLeaveFiles(trial.loadedCase.case);
  if (leavesFiles) mkdirSync(directory);
  const runner = surroundings.runners[trial.loadedCase.case.runner.type];
  const startedAt = clock();
  let artifact: RunArtifact;
  try {
    artifact = await runner(trial, { gateway: planned.gateway, sandbox, directory, clock, env, signal });
  } catch (error) {
    artifact = crashed(planned, startedAt, clock(), error);
  }
  // What a signal cut short says nothing about the subject.
  const interrupted = artifact.runner_metadata.interrupted === true;
  if (interrupted || (signal.aborted && artifact.status !== "success")) return null;
  const kept = leavesFiles ? keepTrialFiles(directory, redact) : NOTHING_KEPT;
  const complete = withFiles(redactJson({ ...artifact, identity: identityOf(planned.trial) }, redact.text), kept);
  return putRun(planned, complete, kept.empty ? null : directory, surroundings);
}

/** Brings a run that is stored elsewhere into the trial's place, under the trial's own ids; null when it is gone. */
export function copyTrial(
  planned: PlannedTrial,
  from: string,
  number: number,
  outputs: string,
  surroundings: Pick<TrialSurroundings, "store" | "redact">,
): RunBeingStored | null {
  const stored = readStoredRun(outputs, from);
  if (stored.state !== "found" || stored.artifact.identity.run_id !== planned.trial.run_id) return null;
  const files = surroundings.store.copyFiles(from, number);
  return putRun(planned, { ...stored.artifact, identity: identityOf(planned.trial) }, files, surroundings);
}

function putRun(
  planned: PlannedTrial,
  artifact: RunArtifact,
  files: string | null,
  { store, redact }: Pick<TrialSurroundings, "store" | "redact">,
): RunBeingStored {
  const { decision, fingerprint } = planned;
  const { payload } = identify(fingerprint);
  const cleanPayload = redact.text(payload);
  const run_id = planned.trial.run_id;
  const runner_metadata =
    cleanPayload === payload ? artifact.runner_metadata : { ...artifact.runner_metadata, fingerprint_redacted: true };
  const complete = { ...artifact, identity: { ...artifact.identity, run_id }, runner_metadata };
  const replaces = decision.action === "reuse" ? null : decision.replaces;
  const stored = store.put({ record: decision.record, artifact: complete, fingerprint: cleanPayload, files, replaces });
  return { summary: summarizeRun(complete), stored };
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
