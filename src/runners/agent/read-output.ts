import type { AgentOutput, OutputReading } from "../../config/index.ts";
import { lastLine, type ProcessResult } from "../../sandbox/index.ts";
import { isRecord } from "../../text/index.ts";
import { failedTurn, foreignObject, objectIn, type TurnOutcome } from "../agent-session/index.ts";

type Document = Record<string, unknown>;

/** So many lines are looked at; the last ones, because there the answer is. */
const MOST_LINES = 100_000;

export interface ReadOutput {
  /** Null when it printed nothing that it should have; then what became of it has to be found out otherwise. */
  outcome: TurnOutcome | null;
  /** Which session the agent says it is. */
  session: string | null;
}

/**
 * What an agent's program printed, read as its definition says. Nothing in it is certain: whatever runs inside can print. The wire
 * decides what is believed.
 */
export function readAgentOutput(
  { stdout, stderr, exit_code }: ProcessResult,
  output: AgentOutput,
  title: string,
): ReadOutput {
  const documents = documentsIn(stdout, output.format);
  const find = (reading: OutputReading | string | undefined) => (reading ? valueIn(documents, reading) : undefined);
  const report = documents.length === 0 ? null : { documents: documents.slice(-MOST_REPORTED) };
  const session = textOf(find(output.session));
  const error = textOf(find(output.error));
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
  return { session, outcome: { status: "success", answer: textOf(find(output.answer)), usage: null, report } };
}

/** Of a long session; the first ones are its beginning, which the wire tells better. */
const MOST_REPORTED = 1_000;

function gaveUp(message: string, report: Document | null): TurnOutcome {
  return { ...failedTurn("failed", "execution", message.slice(0, 2_000), report), gaveUp: true };
}

/** The documents that were printed, in order. Lines that are none are skipped: programs warn before they begin. */
function documentsIn(stdout: string, format: AgentOutput["format"]): Document[] {
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

/** The value in the last document that fits and has one. */
function valueIn(documents: readonly Document[], reading: OutputReading | string): unknown {
  const { path, where = {} } = typeof reading === "string" ? { path: reading } : reading;
  const fits = (document: Document) =>
    Object.entries(where).every(([field, value]) => valueAt(document, field) === value);
  for (const document of documents.toReversed()) {
    const value = fits(document) ? valueAt(document, path) : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function valueAt(value: unknown, path: string): unknown {
  let here = value;
  for (const name of path.split(".")) {
    if (Array.isArray(here)) here = here[Number(name)];
    else if (isRecord(here) && Object.hasOwn(here, name)) here = here[name];
    else return undefined;
  }
  return here;
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === "" || value === false) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
