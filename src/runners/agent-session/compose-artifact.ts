import { type OutcomeFromWire, outcomeFromWire, type WireRecord } from "../../proxy/index.ts";
import { type RunArtifact, type RunStatus, unreportedUsage } from "../../records/index.ts";
import { redactJson, wellFormed } from "../../text/index.ts";
import { identityOf, type RunnerSurroundings, recordedRequest, type Trial } from "../contract/runner.ts";
import { recordWorkspace } from "../workspace/record-workspace.ts";
import type { EndedSession, ExecutedSession } from "./ended-session.ts";
import { readSelfReport } from "./self-report.ts";

type Failure = NonNullable<RunArtifact["failure"]>;

export interface ExecutedAgentTrial {
  trial: Trial;
  surroundings: RunnerSurroundings;
  startedAt: Date;
  ended: EndedSession;
  /** Wall-clock limit of a turn. */
  timeoutSeconds: number | undefined;
  /** Facts about the agent for the artifact's request, under the runner's name. */
  about: Record<string, unknown>;
}

export function composeAgentArtifact(executed: ExecutedAgentTrial): RunArtifact {
  const { trial, surroundings, startedAt, ended } = executed;
  const { clock, gateway } = surroundings;
  const finishedAt = clock();
  const runner = trial.loadedCase.case.runner.type;
  const request = recordedRequest(trial.request, gateway, { timeout_seconds: executed.timeoutSeconds });
  const told = ended.refused ? refusedRun(ended.refused, ended.artifacts) : executedRun(ended, startedAt, finishedAt);
  return {
    schema_version: 1,
    identity: identityOf(trial),
    runner,
    ...told,
    ...recordWorkspace(trial.request, ended.refused ? undefined : ended.left),
    final_output_forced: false,
    request: {
      ...request,
      tools: ended.refused ? [] : offeredTools(ended.wire),
      metadata: {
        ...request.metadata,
        [runner]: executed.about,
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

/** A limit, because a judge is told them all. */
const MOST_TOOLS = 200;
const LONGEST_NAME = 64;

/** The tools that the agent offered its model, by name. */
function offeredTools({ exchanges }: WireRecord): RunArtifact["request"]["tools"] {
  const names = new Set(exchanges.flatMap(({ tools_offered }) => tools_offered));
  const kept = [...names].slice(0, MOST_TOOLS).map((name) => wellFormed(name.slice(0, LONGEST_NAME)));
  return kept.map((name) => ({ type: "function", function: { name, description: "", parameters: {} } }));
}

type Told = Pick<
  RunArtifact,
  "status" | "final_output" | "failure" | "provider" | "usage" | "trace" | "artifacts" | "runner_metadata"
>;

function refusedRun(
  { status, failure }: { status: RunStatus; failure: Failure },
  artifacts: Told["artifacts"] = [],
): Told {
  const nothing = { final_output: null, provider: [], usage: null, trace: [], runner_metadata: {} };
  return { status, failure, artifacts, ...nothing };
}

/** Time spent waiting for the model, over all its answers. */
function waitedFor({ exchanges }: WireRecord): number {
  return exchanges.reduce((sum, { started_ms, ended_ms }) => sum + Math.max(0, ended_ms - started_ms), 0);
}

function executedRun(ended: ExecutedSession, startedAt: Date, finishedAt: Date): Told {
  const { problem, turns, transcript, wire, redact, isInternal, unwrap } = ended;
  const own = readSelfReport(turns, transcript);
  const told = outcomeFromWire(wire, own.account, {
    turns: Math.max(1, turns.length),
    isInternal,
    ...(unwrap && { unwrap: (call) => unwrap(call, own.toolNames) }),
    ownStatus: own.failedCalls,
  });
  const { trace } = told;
  if (ended.expectedArtifactPresent === false && problem === null)
    trace.push({
      turn: turns.length,
      at_ms: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
      kind: "runner_event",
      event: "expected_artifact_missing",
      message: "the expected file is not among what the agent added or changed",
    });
  return redactJson(
    {
      ...verdictOn(ended, told),
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

/** Derives the status from the agent's report as far as the wire confirms it: an agent does not decide who is at fault. */
function verdictOn({ problem, turns }: ExecutedSession, told: OutcomeFromWire): Pick<Told, "status" | "failure"> {
  if (problem)
    return {
      status: problem.fault === "broken" ? "provider_error" : "invalid",
      failure: { stage: "configuration", message: problem.message },
    };
  const { providerFailure, answeredTurns, impossibleRequest } = told;
  const { outcome } = turns.at(-1)!;
  const failed = (message: string) => ({
    status: "failed" as const,
    failure: { stage: "execution" as const, message },
  });
  if (outcome.status === "success") {
    if (answeredTurns.has(turns.length)) return { status: "success", failure: null };
    if (providerFailure) return { status: "provider_error", failure: providerFailure };
    if (impossibleRequest !== null) return failed(unanswerable(impossibleRequest));
    return failed("the agent reported success without an answer of its model");
  }
  const blamesProvider = outcome.status === "provider_error" && outcome.failure.stage === "provider";
  // The agent's own message may be vague or wrong; the wire tells if the model's endpoint failed.
  if (blamesProvider || (outcome.status === "failed" && outcome.gaveUp)) {
    if (providerFailure) return { status: "provider_error", failure: providerFailure };
    if (impossibleRequest !== null) return failed(unanswerable(impossibleRequest));
  }
  if (blamesProvider) return failed(outcome.failure.message);
  return { status: outcome.status, failure: outcome.failure };
}

function unanswerable(said: string): string {
  return `the provider refused what the agent sent, although it answered a request of Assay's own: ${said}`;
}
