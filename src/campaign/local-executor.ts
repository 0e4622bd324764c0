import type { Gateway } from "../gateway/index.ts";
import type { RunArtifact, RunnerType } from "../records/index.ts";
import { identityOf, type MediaShelf, type Runner, type ToolBook, type Trial } from "../runners/index.ts";
import type { SandboxChoice } from "../sandbox/index.ts";
import { type FileRedactor, type KeptFiles, keepTrialFiles } from "../store/index.ts";
import { redactJson } from "../text/index.ts";
import type { PlannedTrial } from "./planned-trial.ts";
import { meteredGateway } from "./spending/metered-gateway.ts";
import type { Reservation } from "./spending/reservation.ts";

/** Executes one trial, on this machine or another; planning and storing do not know which. */
export type ExecuteTrial = (planned: PlannedTrial, stage: TrialStage) => Promise<ExecutedTrial>;

/** The inputs of one execution. */
export interface TrialStage {
  /** A folder of its own for the trial's files; null when it can leave none. */
  directory: string | null;
  /** Pays for the trial. */
  reservation: Pick<Reservation, "paid" | "hold" | "roomUsd"> & Partial<Reservation>;
  signal: AbortSignal;
}

export type ExecutedTrial =
  /** Redacted. The files are in the trial's folder. */
  | { status: "ended"; artifact: RunArtifact; kept: KeptFiles }
  /** Interrupted by a signal, which says nothing about the subject. */
  | { status: "interrupted" }
  /** The executing worker was lost, and repeating the trial might cross the cost limit. */
  | { status: "unpaid" }
  /** It cannot be executed anywhere; the campaign has to stop. */
  | { status: "refused"; message: string };

/** A trial with its gateways. */
export interface TrialToExecute {
  trial: Trial;
  gateway: Gateway;
  /** Gateway of the model that plays the user, if any. */
  userGateway?: Gateway;
}

export interface Machine {
  runners: Record<RunnerType, Runner>;
  sandbox: SandboxChoice;
  redact: FileRedactor;
  /** Images and audio in use by running trials. */
  media: MediaShelf;
  clock: () => Date;
  env: Record<string, string | undefined>;
  toolBook: ToolBook;
}

const NOTHING_KEPT: KeptFiles = { files: [], empty: true, leftOut: [], leftOutCount: 0 };

/** Executes a trial on this machine and redacts its results. */
export async function executeLocally(
  asked: TrialToExecute,
  stage: TrialStage,
  machine: Machine,
): Promise<ExecutedTrial> {
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
    // An agent in a container makes its own requests; its total cost is known at the end.
    if (!isMetered && artifact.provider.length > 0) reservation.paid(artifact.usage?.cost_usd ?? null);
    return artifact;
  } catch (error) {
    return crashedTrial(asked, startedAt, clock(), error);
  }
}

/**
 * Converts an exception of a runner, which is our bug and not the subject's failure: never reused, and it stops the campaign by
 * default.
 */
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
