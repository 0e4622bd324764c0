import {
  type OutputArtifact,
  type RunArtifact,
  type RunStatus,
  sumUsage,
  type TraceEvent,
  type Usage,
  unreportedUsage,
} from "../../records/index.ts";
import { type Redactor, redactJson } from "../../text/index.ts";
import { identityOf, type RunnerSurroundings, recordedRequest, type Trial } from "../contract/runner.ts";
import type { Transcript } from "./read-transcript.ts";
import type { Turn } from "./session.ts";
import { type TranscriptTrace, traceOf } from "./transcript-trace.ts";
import type { ValidatedConfig } from "./validate-config.ts";

type Failure = NonNullable<RunArtifact["failure"]>;

/** How a trial ended: before anything was started, or with everything that it left. */
export type EndedSession =
  | { refused: { status: Exclude<RunStatus, "success">; failure: Failure } }
  | {
      refused?: undefined;
      validated: ValidatedConfig;
      turns: Turn[];
      transcript: Transcript;
      artifacts: OutputArtifact[];
      expectedArtifactPresent: boolean | null;
      redact: Redactor;
      metadata: Record<string, unknown>;
    };

/** Wrong with what the user wrote, for this case or agent; another may still do. */
export function refuse(message: string): EndedSession {
  return { refused: { status: "invalid", failure: { stage: "configuration", message } } };
}

/** Wrong with the machine or the key. Never stored as an outcome of the subject, and no other trial will fare better. */
export function giveUp(message: string): EndedSession {
  const failure = { stage: "configuration" as const, message, unrecoverable: true };
  return { refused: { status: "provider_error", failure } };
}

/** Wrong with the machine, this time: another trial may well succeed. */
export function tryAgain(message: string): EndedSession {
  return { refused: { status: "provider_error", failure: { stage: "execution", message } } };
}

export interface ExecutedTrial {
  trial: Trial;
  surroundings: RunnerSurroundings;
  startedAt: Date;
  ended: EndedSession;
}

export function composeAgentArtifact({ trial, surroundings, startedAt, ended }: ExecutedTrial): RunArtifact {
  const { clock, gateway } = surroundings;
  const finishedAt = clock();
  const { runProfile } = trial;
  const { timeout_seconds } = runProfile.openclaw ?? {};
  const request = recordedRequest(trial.request, gateway, { timeout_seconds });
  const told = ended.refused ? refusedRun(ended.refused) : executedRun(ended, startedAt, finishedAt);
  return {
    schema_version: 1,
    identity: identityOf(trial),
    runner: "openclaw",
    ...told,
    final_output_forced: false,
    request: {
      ...request,
      metadata: {
        ...request.metadata,
        openclaw: {
          container_image: runProfile.openclaw?.image ?? null,
          agent_id: trial.agent?.agent.agent_id ?? null,
        },
      },
    },
    timing: {
      started_at: startedAt.toISOString(),
      finished_at: finishedAt.toISOString(),
      duration_ms: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
      latency_ms: ended.refused ? 0 : ended.turns.reduce((sum, { outcome }) => sum + reportedMs(outcome.report), 0),
    },
  };
}

type Told = Pick<
  RunArtifact,
  "status" | "final_output" | "failure" | "provider" | "usage" | "trace" | "artifacts" | "runner_metadata"
>;

function refusedRun({ status, failure }: { status: RunStatus; failure: Failure }): Told {
  const nothing = { final_output: null, provider: [], usage: null, trace: [], artifacts: [], runner_metadata: {} };
  return { status, failure, ...nothing };
}

function executedRun(ended: Exclude<EndedSession, { refused: object }>, startedAt: Date, finishedAt: Date): Told {
  const { validated, turns, transcript, redact } = ended;
  const told = traceOf(transcript.events, Math.max(1, turns.length), startedAt);
  const { status, failure } = verdictOn(validated, turns, told);
  const final_output = turns.map(answerOf).findLast((answer) => answer !== null) ?? null;
  const at = { turn: turns.length, at_ms: Math.max(0, finishedAt.getTime() - startedAt.getTime()) };
  const trace: TraceEvent[] = transcript.events.length > 0 ? told.trace : traceWithoutTranscript(turns);
  if (final_output !== null) trace.push({ ...at, kind: "final_output", content: final_output, forced: false });
  if (ended.expectedArtifactPresent === false && validated.ok)
    trace.push({
      ...at,
      kind: "runner_event",
      event: "expected_artifact_missing",
      message: "the expected file is not among what the agent added or changed",
    });
  const usage = turns.map((turn, index) => usageOf(turn, told.usage[index]));
  return redactJson(
    {
      status,
      failure,
      final_output,
      provider: told.provider,
      usage: sumUsage(usage),
      trace,
      artifacts: ended.artifacts,
      runner_metadata: { ...ended.metadata, usage_per_turn: usage, ...unreportedUsage(usage) },
    },
    redact,
  );
}

function verdictOn(validated: ValidatedConfig, turns: Turn[], told: TranscriptTrace): Pick<Told, "status" | "failure"> {
  if (!validated.ok)
    return {
      status: validated.fault === "broken" ? "provider_error" : "invalid",
      failure: { stage: "configuration", message: validated.problem },
    };
  const outcome = turns.at(-1)!.outcome;
  if (outcome.status === "success") return { status: "success", failure: null };
  // The agent's own words may be vague; its transcript says whether it was the model's endpoint that failed.
  if (outcome.status === "failed" && told.lastProviderError && outcome.report?.ok === false)
    return { status: "provider_error", failure: { stage: "provider", message: told.lastProviderError } };
  return { status: outcome.status, failure: outcome.failure };
}

/** How long the agent itself says it took, without the start of its container. */
function reportedMs(report: Record<string, unknown> | null): number {
  const { durationMs } = (report?.meta ?? {}) as { durationMs?: unknown };
  return typeof durationMs === "number" ? durationMs : 0;
}

function answerOf({ outcome }: Turn): string | null {
  return outcome.status === "success" ? outcome.answer : null;
}

/** As the turn itself reports it; from the transcript's single requests where it ended without a report. */
function usageOf({ outcome }: Turn, requests: (Usage | null)[] | undefined): Usage | null {
  return outcome.usage ?? sumUsage(requests ?? []);
}

function traceWithoutTranscript(turns: Turn[]): TraceEvent[] {
  return turns.flatMap((turn, index): TraceEvent[] => {
    const base = { turn: index + 1, at_ms: 0, kind: "message" as const };
    const answer = answerOf(turn);
    return [
      { ...base, role: "user", content: turn.message },
      ...(answer === null ? [] : [{ ...base, role: "assistant" as const, content: answer }]),
    ];
  });
}
