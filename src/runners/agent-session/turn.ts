import type { RecordingProxy } from "../../proxy/index.ts";
import type { RunArtifact, RunStatus, Usage } from "../../records/index.ts";
import { type ContainerEnding, lastLine, type ProcessResult } from "../../sandbox/index.ts";

/** One call of an agent's program, and what it came to. */
export interface Turn {
  message: string;
  call: ProcessResult;
  outcome: TurnOutcome;
}

/** What one invocation of an agent came to. Only a success has an answer of the subject. */
export type TurnOutcome =
  | {
      status: "success";
      answer: string | null;
      usage: Usage | null;
      report: Record<string, unknown> | null;
      /** Left out by agents that do not tell, or tell in a transcript. */
      calls?: ToldCalls;
    }
  | FailedTurn;

/** Tool calls that an agent tells of in a turn: by the names of the tools, or how many of certain tools. */
export type ToldCalls = { names: string[] } | { oneOf: readonly string[]; times: number };

export interface FailedTurn {
  status: Exclude<RunStatus, "success">;
  failure: NonNullable<RunArtifact["failure"]>;
  usage: Usage | null;
  report: Record<string, unknown> | null;
  /** The agent gave up and said so itself; whose fault it was, the wire may know better. */
  gaveUp?: boolean;
}

/** How an agent's program and the place where it runs are called in messages. */
export interface Naming {
  /** `OpenClaw`. */
  title: string;
  /** `openclaw`. */
  program: string;
  place: "container" | "sandbox";
  /** The setting that limits a turn's time. */
  limitedBy: string;
  /** What its files may take up: `512 MiB (sandbox_disk_mb)`. */
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

/** A turn that could not be tried, because of what the user wrote. */
export function refusedTurn(message: string, problem: string): Turn {
  const nothing = { exit_code: null, signal: null, stdout: "", dropped_bytes: 0, duration_ms: 0 };
  return {
    message,
    call: { outcome: "exited", stderr: problem, ...nothing },
    outcome: failedTurn("invalid", "configuration", problem),
  };
}

/** Why a call was ended before the agent could say how it went; null for one that ended by itself. */
export function endedEarly(
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

/** What is known of a call besides what it printed. */
export interface Traces {
  /** What became of the container. */
  ending: ContainerEnding;
  /** The agent's program surely ran. From then on exit codes and last words are its own: it could end like an engine that failed, and never be judged. */
  hasStarted: boolean;
}

/** Whether anybody asked for a model or a host: inside, nobody but the agent does. */
export function hasAsked(proxy: Pick<RecordingProxy, "record">): boolean {
  const { exchanges, refusals, hosts } = proxy.record();
  return exchanges.length + refusals.length + hosts.length > 0;
}

/** What a call came to that ended by itself and left no answer. */
export function withoutAnswer(
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
  // A container that is nowhere to be found: its engine was restarted, or somebody removed it.
  if (ending === "unknown") return failedTurn("provider_error", "execution", `the container is gone: ${lastWords}`);
  if (exit_code === 137)
    return failedTurn("failed", "execution", `${title} was killed by something that the agent started`);
  return failedTurn("failed", "execution", `${title} ended with exit code ${exit_code} and without an answer`);
}

/** The client's own last words, where it has no exit code for them: nerdctl exits with 1, as a failed agent does. */
function isClients(lastWords: string): boolean {
  return /^(time="[^"]*" level=fatal|FATA\[|docker: |Cannot connect to the Docker daemon|error during connect)/.test(
    lastWords,
  );
}
