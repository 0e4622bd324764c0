import type { Gateway } from "../gateway/index.ts";
import type { RunArtifact, RunnerType } from "../records/index.ts";
import { identityOf, type MediaShelf, type Runner, type ToolBook, type Trial } from "../runners/index.ts";
import type { SandboxChoice } from "../sandbox/index.ts";
import { type FileRedactor, type KeptFiles, keepTrialFiles } from "../store/index.ts";
import { redactJson } from "../text/index.ts";
import type { PlannedTrial } from "./planned-trial.ts";
import { meteredGateway } from "./spending/metered-gateway.ts";
import type { Reservation } from "./spending/reservation.ts";

/** Executes one trial, on this machine or on another. Whoever plans and stores does not know where. */
export type ExecuteTrial = (planned: PlannedTrial, stage: TrialStage) => Promise<ExecutedTrial>;

/** What one execution is given. */
export interface TrialStage {
  /** A folder of its own for what the trial leaves; null when it can leave nothing. */
  directory: string | null;
  /** What the trial costs is paid from it. */
  reservation: Pick<Reservation, "paid" | "hold" | "roomUsd"> & Partial<Reservation>;
  signal: AbortSignal;
}

export type ExecutedTrial =
  /** Without secrets. The files are in the trial's folder. */
  | { status: "ended"; artifact: RunArtifact; kept: KeptFiles }
  /** What a signal cut short says nothing about the subject. */
  | { status: "interrupted" }
  /** Whoever executed it was lost, and doing it again might cross the cost limit. */
  | { status: "unpaid" }
  /** Nobody can execute it; the campaign has to stop. */
  | { status: "refused"; message: string };

/** A trial and whom it asks. */
export interface TrialToExecute {
  trial: Trial;
  gateway: Gateway;
  /** Of the model that plays the user, where there is one. */
  userGateway?: Gateway;
}

/** The machine that trials are executed on. */
export interface Machine {
  runners: Record<RunnerType, Runner>;
  sandbox: SandboxChoice;
  redact: FileRedactor;
  /** Images and audio that trials are sending. */
  media: MediaShelf;
  clock: () => Date;
  env: Record<string, string | undefined>;
  toolBook: ToolBook;
}

const NOTHING_KEPT: KeptFiles = { files: [], empty: true, leftOut: [], leftOutCount: 0 };

/** Executes a trial here and takes every secret out of what came of it. */
export async function executeHere(asked: TrialToExecute, stage: TrialStage, machine: Machine): Promise<ExecutedTrial> {
  const artifact = await run(asked, stage, machine);
  const interrupted = artifact.runner_metadata.interrupted === true;
  if (interrupted || (stage.signal.aborted && artifact.status !== "success")) return { status: "interrupted" };
  const kept = stage.directory === null ? NOTHING_KEPT : keepTrialFiles(stage.directory, machine.redact);
  const own = { ...artifact, identity: identityOf(asked.trial) };
  return { status: "ended", artifact: redactJson(own, machine.redact.text), kept };
}

async function run(asked: TrialToExecute, stage: TrialStage, machine: Machine): Promise<RunArtifact> {
  const { trial, gateway, userGateway } = asked;
  const { sandbox, media, redact, clock, env, toolBook } = machine;
  const { reservation, signal } = stage;
  const startedAt = clock();
  let isMetered = false;
  const paid = (usd: number | null) => {
    isMetered = true;
    reservation.paid(usd);
  };
  const hold: Reservation["hold"] = (size, signal) => {
    isMetered = true;
    return reservation.hold(size, signal);
  };
  const { unanswered } = reservation;
  try {
    const runner = machine.runners[trial.loadedCase.case.runner.type];
    const artifact = await runner(trial, {
      gateway: meteredGateway(gateway, { paid, unanswered }),
      spending: { paid, hold },
      ...(userGateway ? { userGateway: meteredGateway(userGateway, { paid, unanswered }) } : {}),
      redact: redact.text,
      sandbox,
      directory: stage.directory ?? "",
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
    return crashedTrial(asked, startedAt, clock(), error);
  }
}

/** A runner that throws is our bug, not the subject's failure: never reused, and it stops the campaign by default. */
export function crashedTrial(
  { trial, gateway }: Pick<TrialToExecute, "trial" | "gateway">,
  startedAt: Date,
  endedAt: Date,
  error: unknown,
): RunArtifact {
  const duration_ms = endedAt.getTime() - startedAt.getTime();
  const message = error instanceof Error ? error.message : String(error);
  const { messages, attachments, turns, tools } = trial.request;
  const attached = new Set(attachments.map(({ at }) => at));
  return {
    schema_version: 1,
    identity: identityOf(trial),
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
      messages: messages.filter((_, at) => !attached.has(at)),
      turns: [...turns],
      tools: [...tools],
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
