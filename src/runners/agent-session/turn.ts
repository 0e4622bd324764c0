import type { RecordingProxy } from "../../proxy/index.ts";
import type { RunArtifact, RunStatus, Usage } from "../../records/index.ts";
import { type ContainerEnding, lastLine, type ProcessResult } from "../../sandbox/index.ts";

/** One call of an agent's program, and its outcome. */
export interface Turn {
  message: string;
  call: ProcessResult;
  outcome: TurnOutcome;
}

/** The outcome of one invocation of an agent. Only a success has an answer of the subject. */
export type TurnOutcome =
  | {
      status: "success";
      answer: string | null;
      usage: Usage | null;
      report: Record<string, unknown> | null;
      /** Omitted by agents that do not report calls, or report them in a transcript. */
      calls?: ReportedCalls;
    }
  | FailedTurn;

/** Tool calls that an agent reports for a turn: by tool names, or as a number of calls of certain tools. */
export type ReportedCalls = { names: string[] } | { oneOf: readonly string[]; times: number };

export interface FailedTurn {
  status: Exclude<RunStatus, "success">;
  failure: NonNullable<RunArtifact["failure"]>;
  usage: Usage | null;
  report: Record<string, unknown> | null;
  /** The agent gave up by its own account; the wire may know better who was at fault. */
  gaveUp?: boolean;
}

/** Names of an agent's program and its environment in messages. */
export interface Naming {
  title: string;
  program: string;
  place: "container" | "sandbox";
  /** The setting that limits a turn's time. */
  limitedBy: string;
  /** Limit of its files: `512 MiB (sandbox_disk_mb)`. */
  disk: string;
}

export function failedTurn(
  status: FailedTurn["status"],
  stage: FailedTurn["failure"]["stage"],
  message: string,
  report: FailedTurn["report"] = null,
  usage: Usage | null = null,
): FailedTurn {
  return { status, failure: { stage, message }, usage, report };
}

/** A turn that could not be tried because of the user's configuration. */
export function refusedTurn(message: string, problem: string): Turn {
  const nothing = { exit_code: null, signal: null, stdout: "", dropped_bytes: 0, duration_ms: 0 };
  return {
    message,
    call: { outcome: "exited", stderr: problem, ...nothing },
    outcome: failedTurn("invalid", "configuration", problem),
  };
}

/** The reason why a call was ended before the agent could report; null for one that ended by itself. */
export function explainEarlyEnd(
  call: ProcessResult,
  seconds: number,
  { place, limitedBy, disk }: Naming,
): FailedTurn | null {
  switch (call.outcome) {
    case "timed_out":
      return failedTurn("timed_out", "timeout", `the ${place} was ended after ${seconds} s (${limitedBy})`);
    case "interrupted":
      return failedTurn("provider_error", "execution", "interrupted");
    case "could_not_start":
      return failedTurn("provider_error", "execution", call.message ?? "it could not be started");
    case "disk_limit":
      return failedTurn(
        "failed",
        "execution",
        `the agent wrote more than ${disk}, or folders too deep to look into, and was ended`,
      );
    case "memory_limit":
      return failedTurn("failed", "execution", `the agent used more memory than its ${place} may, and was killed`);
    case "output_limit":
      return failedTurn("failed", "execution", "the agent was ended because it would not stop printing");
    case "exited":
      return null;
  }
}

/** Facts about a call besides its output. */
export interface Traces {
  ending: ContainerEnding;
  /**
   * The agent's program certainly ran. From then on exit codes and final output are its own: it could imitate a failed engine,
   * and never be judged.
   */
  hasStarted: boolean;
}

/** True if a model or a host was requested, which inside only the agent does. */
export function hasAsked(proxy: Pick<RecordingProxy, "record">): boolean {
  const { exchanges, refusals, hosts } = proxy.record();
  return exchanges.length + refusals.length + hosts.length > 0;
}

/** The outcome of a call that ended by itself without an answer. */
export function explainMissingAnswer(
  { exit_code, stderr }: ProcessResult,
  { ending, hasStarted }: Traces,
  naming: Naming,
): FailedTurn {
  const { title, program, place } = naming;
  const lastWords = lastLine(stderr);
  if (ending === "killed_from_outside")
    return failedTurn(
      "provider_error",
      "execution",
      "the container was killed from outside, or the machine was out of memory",
    );
  if (ending === "over_its_memory")
    return failedTurn("failed", "execution", "the agent used more memory than its container may, and was killed");
  if (ending === "ended_by_itself")
    return failedTurn("failed", "execution", "the agent brought its container to an end, without an answer");
  if (!hasStarted && place === "container" && (exit_code === 125 || isClients(lastWords)))
    return failedTurn("provider_error", "execution", `the container did not start: ${lastWords}`);
  if (!hasStarted && (exit_code === 126 || exit_code === 127)) {
    const where = place === "container" ? "image" : "sandbox";
    return failedTurn("invalid", "configuration", `the ${where} cannot run \`${program}\`: ${lastWords}`);
  }
  // A container that no longer exists: its engine was restarted, or it was removed externally.
  if (ending === "unknown") return failedTurn("provider_error", "execution", `the container is gone: ${lastWords}`);
  if (exit_code === 137)
    return failedTurn("failed", "execution", `${title} was killed by something that the agent started`);
  return failedTurn("failed", "execution", `${title} ended with exit code ${exit_code} and without an answer`);
}

/**
 * Recognises the client's own final message, for clients without an exit code of their own: nerdctl exits with 1, as a failed
 * agent does.
 */
function isClients(lastWords: string): boolean {
  return /^(time="[^"]*" level=fatal|FATA\[|docker: |Cannot connect to the Docker daemon|error during connect)/.test(
    lastWords,
  );
}
