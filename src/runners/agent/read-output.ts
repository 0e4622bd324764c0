import type { AgentOutput, OutputReading } from "../../config/index.ts";
import { lastLine, type ProcessResult } from "../../sandbox/index.ts";
import { wellFormed } from "../../text/index.ts";
import { foreignObject } from "../agent-session/foreign-json.ts";
import { objectIn } from "../agent-session/object-in-output.ts";
import { failedTurn, type TurnOutcome } from "../agent-session/turn.ts";
import { findValue, type PrintedDocument } from "./find-value.ts";
import { reportedCalls, reportedUsage } from "./reported-account.ts";

/** Number of lines read, from the end, because the answer comes last. */
const MOST_LINES = 100_000;

export interface ReadOutput {
  /** Null if the expected output is missing; its fate is then determined otherwise. */
  outcome: TurnOutcome | null;
  /** The session id reported by the agent. */
  session: string | null;
}

/**
 * Reads an agent program's output as its definition says. Nothing in it is certain, since any process inside can print; the wire
 * decides what is believed.
 */
export function readAgentOutput(
  { stdout, stderr, exit_code }: ProcessResult,
  output: AgentOutput,
  title: string,
): ReadOutput {
  const documents = documentsIn(stdout, output.format);
  const find = (reading: OutputReading | string | undefined) => (reading ? findValue(documents, reading) : undefined);
  const report = documents.length === 0 ? null : { documents: documents.slice(-MOST_REPORTED) };
  const session = textOf(find(output.session));
  // Some print their answers on one stream and their failures on the other.
  const telling = documents.length === 0 && exit_code !== 0 ? documentsIn(stderr, output.format) : documents;
  const error = textOf(output.error && findValue(telling, output.error));
  const isGone = exit_code === 126 || exit_code === 127 || exit_code === 125 || exit_code === 137;
  if (error !== null) return { session, outcome: gaveUp(error, report) };
  if (exit_code !== 0) {
    if (isGone || exit_code === null) return { session, outcome: null };
    const why = lastLine(stderr) || lastLine(stdout);
    return { session, outcome: gaveUp(`${title} ended with exit code ${exit_code}: ${why}`, report) };
  }
  if (output.format === "text")
    return { session, outcome: { status: "success", answer: stdout.trim() || null, usage: null, report: null } };
  if (report === null) return { session, outcome: null };
  const usage = output.usage ? reportedUsage(documents, output.usage) : null;
  const calls = output.tool_calls && reportedCalls(documents, output.tool_calls);
  const answer = textOf(find(output.answer));
  return { session, outcome: { status: "success", answer, usage, report, ...(calls && { calls }) } };
}

/** Limit for a long session, keeping the first ones; the wire's record is better anyway. */
const MOST_REPORTED = 1_000;

function gaveUp(message: string, report: PrintedDocument | null): TurnOutcome {
  return { ...failedTurn("failed", "execution", wellFormed(message.slice(0, 2_000)), report), gaveUp: true };
}

/** Parses the printed documents in order. Other lines are skipped: programs print warnings first. */
function documentsIn(stdout: string, format: AgentOutput["format"]): PrintedDocument[] {
  if (format === "text") return [];
  if (format === "json") {
    const found = objectIn(stdout);
    return found ? [found] : [];
  }
  return stdout
    .split("\n")
    .filter((line) => line.trimStart().startsWith("{"))
    .slice(-MOST_LINES)
    .map(foreignObject)
    .filter((document) => document !== null);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === "" || value === false) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
