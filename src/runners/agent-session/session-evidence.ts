import type { WireRecord } from "../../proxy/index.ts";
import type { OutputArtifact } from "../../records/index.ts";
import type { Redactor } from "../../text/index.ts";
import { keepText, type WorkspaceEvidence } from "../workspace/index.ts";
import { logOf } from "./log.ts";
import type { Turn } from "./turn.ts";

export interface SessionOnPaper {
  turns: readonly Turn[];
  wire: WireRecord;
  /** Where the evidence goes: run_N.artifacts/. */
  directory: string;
  redact: Redactor;
}

/** Keeps what every agent's session leaves besides its workspace: a log, its reports, and what went over the wire. */
export async function keepSession(
  { turns, wire, directory, redact }: SessionOnPaper,
  log: { name: string; before: readonly string[] },
): Promise<Record<"log" | "reports" | "wire", OutputArtifact>> {
  const keep = (type: string, path: string, text: string) => keepText(directory, type, path, redact(text));
  const exchanges = wire.exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join("");
  return {
    log: await keep("log", log.name, logOf(log.before, turns, redact)),
    reports: await keep("transcript", "turns.json", `${JSON.stringify(turns.map(asReport), null, 2)}\n`),
    wire: await keep("transcript", "wire.jsonl", exchanges),
  };
}

/** What is recorded about every agent's session. */
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

function asReport({ message, call, outcome }: Turn, index: number) {
  const { status, usage, report } = outcome;
  return { turn: index + 1, message, status, exit_code: call.exit_code, usage, report };
}
