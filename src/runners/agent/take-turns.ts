import type { RecordingProxy } from "../../proxy/index.ts";
import type { Usage } from "../../records/index.ts";
import type { AgentEnvironment } from "../agent-environment/environment.ts";
import { type FillIns, fillIn } from "../agent-environment/fill-in.ts";
import { MAX_ARGUMENT_BYTES } from "../agent-session/agent-container.ts";
import {
  explainEarlyEnd,
  explainMissingAnswer,
  failedTurn,
  hasAsked,
  type Naming,
  refusedTurn,
  type Turn,
} from "../agent-session/turn.ts";
import type { AgentDefinition } from "./presets/index.ts";
import { readAgentOutput } from "./read-output.ts";
import { usageGrowth } from "./reported-account.ts";

/** One session of an agent: one call of its program per turn. */
export interface AgentSession {
  place: AgentEnvironment;
  definition: AgentDefinition;
  proxy: Pick<RecordingProxy, "beginTurn" | "record">;
  /** All but the message and the session. */
  values: FillIns;
  environment: Record<string, string>;
  /** The session id until the agent reports one. */
  sessionId: string;
  timeoutSeconds: number;
  naming: Naming;
}

/** Stops at the first turn that does not succeed: a later message would answer something that never happened. */
export async function takeAgentTurns(
  session: AgentSession,
  texts: readonly string[],
): Promise<{ turns: Turn[]; sessionId: string }> {
  const turns: Turn[] = [];
  let { sessionId } = session;
  let counted: Usage | null = null;
  for (const [index, text] of texts.entries()) {
    session.proxy.beginTurn(index + 1);
    const taken = await takeTurn({ ...session, sessionId }, text, index + 1);
    const { outcome } = taken.turn;
    const told = outcome.usage;
    const goesOn = told !== null && session.definition.output.usage?.of === "session";
    turns.push(goesOn ? { ...taken.turn, outcome: { ...outcome, usage: usageGrowth(told, counted) } } : taken.turn);
    counted = told;
    sessionId = taken.session ?? sessionId;
    if (outcome.status !== "success") break;
  }
  return { turns, sessionId };
}

async function takeTurn(
  session: AgentSession,
  message: string,
  number: number,
): Promise<{ turn: Turn; session: string | null }> {
  const { place, definition, timeoutSeconds, naming } = session;
  const words = number === 1 ? definition.command : definition.resume;
  const refused = (problem: string) => ({ turn: refusedTurn(message, problem), session: null });
  if (words === null)
    return refused(`${definition.title} does not say how a session is resumed (resume in agent.yaml)`);
  const asArgument = words.some((word) => word.includes("{message}"));
  const values = { ...session.values, message, session: session.sessionId };
  const command = words.map((word) => fillIn(word, values));
  if (asArgument && command.some((word) => word.includes("\0") || Buffer.byteLength(word) > MAX_ARGUMENT_BYTES))
    return refused(
      `the message of turn ${number} cannot be an argument (${Buffer.byteLength(message)} bytes, or one of them is NUL); leave {message} out of the command, so that it comes on stdin`,
    );
  const call = await place.execute({
    command,
    environment: session.environment,
    stdin: asArgument ? undefined : message,
    seconds: timeoutSeconds,
  });
  const early = explainEarlyEnd(call, timeoutSeconds, naming);
  if (early) return { turn: { message, call, outcome: early }, session: null };
  const read = readAgentOutput(call, definition.output, definition.title);
  const saysSession = definition.output.session === undefined || read.session !== null;
  if (read.outcome?.status === "success" && !saysSession && definition.resume?.join(" ").includes("{session}")) {
    const problem = `${definition.title} did not say which session it is (output.session)`;
    return { turn: { message, call, outcome: failedTurn("failed", "execution", problem) }, session: null };
  }
  if (read.session !== null && (read.session.includes("\0") || read.session.length > LONGEST_SESSION)) {
    const problem = `${definition.title} names its session in a way that can't be an argument (output.session)`;
    return { turn: { message, call, outcome: failedTurn("failed", "execution", problem) }, session: null };
  }
  // A sandbox's program was found beforehand; an image's program was asked for its version.
  const wasFound = place.kind === "sandbox" || definition.versionCommand?.[0] === definition.program;
  const hasStarted = wasFound || hasAsked(session.proxy);
  const outcome = read.outcome ?? explainMissingAnswer(call, { ending: await place.ending(), hasStarted }, naming);
  return { turn: { message, call, outcome }, session: read.session };
}

/** A UUID, or a path at most. */
const LONGEST_SESSION = 4_096;
