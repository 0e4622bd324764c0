import { type ToldByWire, toldByWire, type WireRecord } from "../../proxy/index.ts";
import { type OutputArtifact, type RunArtifact, type RunStatus, unreportedUsage } from "../../records/index.ts";
import { type Redactor, redactJson } from "../../text/index.ts";
import { identityOf, type RunnerSurroundings, recordedRequest, type Trial } from "../contract/runner.ts";
import { ownWords } from "./own-words.ts";
import type { Transcript } from "./read-transcript.ts";
import type { Turn } from "./session.ts";
import { deferredCall, isInternal, transcriptTrace } from "./transcript-trace.ts";
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
      wire: WireRecord;
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
      tools: ended.refused ? [] : offeredTools(ended.wire),
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
      latency_ms: ended.refused ? 0 : waitedFor(ended.wire),
    },
  };
}

function answeredUsage({ exchanges }: WireRecord) {
  return exchanges.filter(({ outcome }) => outcome === "answered").map(({ usage }) => usage);
}

/** A judge is told them all; an agent that offers more wants to be listened to. */
const MOST_TOOLS = 200;
const LONGEST_NAME = 64;

/** What the agent offered its model, by name. */
function offeredTools({ exchanges }: WireRecord): RunArtifact["request"]["tools"] {
  const names = new Set(exchanges.flatMap(({ tools_offered }) => tools_offered));
  const kept = [...names].slice(0, MOST_TOOLS).map((name) => name.slice(0, LONGEST_NAME));
  return kept.map((name) => ({ type: "function", function: { name, description: "", parameters: {} } }));
}

type Executed = Exclude<EndedSession, { refused: object }>;

type Told = Pick<
  RunArtifact,
  "status" | "final_output" | "failure" | "provider" | "usage" | "trace" | "artifacts" | "runner_metadata"
>;

function refusedRun({ status, failure }: { status: RunStatus; failure: Failure }): Told {
  const nothing = { final_output: null, provider: [], usage: null, trace: [], artifacts: [], runner_metadata: {} };
  return { status, failure, ...nothing };
}

/** For the model, in all its answers. */
function waitedFor({ exchanges }: WireRecord): number {
  return exchanges.reduce((sum, { started_ms, ended_ms }) => sum + Math.max(0, ended_ms - started_ms), 0);
}

function executedRun(ended: Executed, startedAt: Date, finishedAt: Date): Told {
  const { validated, turns, transcript, wire, redact } = ended;
  const own = ownWords(turns, transcriptTrace(transcript.events, Math.max(1, turns.length)));
  const told = toldByWire(wire, own.account, {
    turns: Math.max(1, turns.length),
    isInternal,
    unwrap: (call) => deferredCall(call, own.toolNames),
    ownStatus: own.failedCalls,
  });
  const { trace } = told;
  if (ended.expectedArtifactPresent === false && validated.ok)
    trace.push({
      turn: turns.length,
      at_ms: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
      kind: "runner_event",
      event: "expected_artifact_missing",
      message: "the expected file is not among what the agent added or changed",
    });
  return redactJson(
    {
      ...verdictOn(validated, turns, told),
      final_output: told.finalOutput,
      provider: told.provider,
      usage: told.usage,
      trace,
      artifacts: ended.artifacts,
      runner_metadata: {
        ...ended.metadata,
        usage_per_turn: told.usagePerTurn,
        ...unreportedUsage(answeredUsage(wire)),
      },
    },
    redact,
  );
}

/** What the agent reports is believed as far as the wire bears it out: whose fault it was is not the agent's to say. */
function verdictOn(validated: ValidatedConfig, turns: Turn[], told: ToldByWire): Pick<Told, "status" | "failure"> {
  if (!validated.ok)
    return {
      status: validated.fault === "broken" ? "provider_error" : "invalid",
      failure: { stage: "configuration", message: validated.problem },
    };
  const { providerFailure, answeredTurns } = told;
  const { outcome } = turns.at(-1)!;
  const failed = (message: string) => ({
    status: "failed" as const,
    failure: { stage: "execution" as const, message },
  });
  if (outcome.status === "success") {
    if (answeredTurns.has(turns.length)) return { status: "success", failure: null };
    if (providerFailure) return { status: "provider_error", failure: providerFailure };
    return failed("the agent reported success without an answer of its model");
  }
  const blamesProvider = outcome.status === "provider_error" && outcome.failure.stage === "provider";
  // The agent's own words may be vague, and may be wrong; the wire says whether it was the model's endpoint that failed.
  if (providerFailure && (blamesProvider || (outcome.status === "failed" && outcome.report?.ok === false)))
    return { status: "provider_error", failure: providerFailure };
  if (blamesProvider) return failed(outcome.failure.message);
  return { status: outcome.status, failure: outcome.failure };
}
