import type { WireRecord } from "../../proxy/index.ts";
import type { OutputArtifact } from "../../records/index.ts";
import type { Redactor } from "../../text/index.ts";
import { keepText, type WorkspaceEvidence } from "../workspace/evidence.ts";
import { composeLog } from "./log.ts";
import type { Turn } from "./turn.ts";

export interface SessionOnPaper {
  turns: readonly Turn[];
  wire: WireRecord;
  /** Target folder of the evidence: run_N.artifacts/. */
  directory: string;
  redact: Redactor;
}

/** Keeps a session's evidence besides its workspace: a log, its reports, and the wire traffic. */
export async function keepSession(
  { turns, wire, directory, redact }: SessionOnPaper,
  log: { name: string; before: readonly string[] },
): Promise<Record<"log" | "reports" | "wire", OutputArtifact>> {
  const keep = (type: string, path: string, text: string) => keepText(directory, type, path, redact(text));
  const exchanges = wire.exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join("");
  return {
    log: await keep("log", log.name, composeLog(log.before, turns, redact)),
    reports: await keep("transcript", "turns.json", reportsOf(turns)),
    wire: await keep("transcript", "wire.jsonl", exchanges),
  };
}

/** Metadata recorded about every agent's session. */
export function sessionMetadata(
  { exchanges, refusals, hosts, shortened }: WireRecord,
  workspace: WorkspaceEvidence,
  given: { sessionId: string; expectedArtifact: string | undefined; notes: readonly (string | null)[] },
): Record<string, unknown> {
  const { sessionId, expectedArtifact, notes } = given;
  return {
    wire: { requests: exchanges.length, refused: refusals, hosts, shortened },
    session_id: sessionId,
    ...(expectedArtifact === undefined
      ? {}
      : { expected_artifact: expectedArtifact, expected_artifact_present: workspace.expectedArtifactPresent }),
    new_files: workspace.newFiles,
    notes: [...notes, workspace.note].filter((note) => note !== null),
    changed_files_not_kept: workspace.changedNotKept.slice(0, MOST_NAMED),
    left_out_of_snapshot: workspace.leftOutOfSnapshot.slice(0, MOST_NAMED),
  };
}

const MOST_NAMED = 1_000;

/** Per turn; longer reports add nothing to the wire's record. */
const LONGEST_REPORT = 4 * 1024 ** 2;
/** Formatted with indentation, deep nesting can take a hundred times the space. */
const LONGEST_LAID_OUT = 512 * 1024;

/** Formats the reports, which the agent printed and may have any size and shape. */
function reportsOf(turns: readonly Turn[]): string {
  const reports = turns.map(asReport);
  const text = JSON.stringify(reports);
  return `${text.length > LONGEST_LAID_OUT ? text : JSON.stringify(reports, null, 2)}\n`;
}

function asReport({ message, call, outcome }: Turn, index: number) {
  const { status, usage } = outcome;
  return { turn: index + 1, message, status, exit_code: call.exit_code, usage, report: boundedReport(outcome) };
}

function boundedReport({ report }: Turn["outcome"]) {
  const { length } = JSON.stringify(report);
  return length > LONGEST_REPORT ? { left_out: `${length} characters` } : report;
}
