import type { WireRecord } from "../../proxy/index.ts";
import { createRedactor } from "../../text/index.ts";
import { type EndedSession, logOf, type Turn } from "../agent-session/index.ts";
import { collectWorkspace, keepText } from "../workspace/index.ts";
import type { AgentPlace } from "./place.ts";

export interface ExecutedTurns {
  /** The workspace as it was handed over. */
  before: string;
  place: AgentPlace;
  turns: Turn[];
  sessionId: string;
  wire: WireRecord;
  /** Values that must never appear in anything we store. */
  secrets: string[];
  /** Where the evidence goes: run_N.artifacts/. */
  directory: string;
  expectedArtifact: string | undefined;
  /** Who the agent is, for the record. */
  about: Record<string, unknown>;
}

/** Everything that a session left: the workspace's changes, its log, its reports, and what went over the wire. */
export async function collectEvidence(executed: ExecutedTurns): Promise<EndedSession> {
  const { before, place, turns, wire, directory, expectedArtifact } = executed;
  const redact = createRedactor(executed.secrets);
  const keep = (type: string, path: string, text: string) => keepText(directory, type, path, redact(text));
  const workspace = await collectWorkspace({ before, after: place.workspace, directory, expectedArtifact, redact });
  const artifacts = [
    await keep("log", "agent.log", logOf([], turns, redact)),
    await keep("transcript", "turns.json", `${JSON.stringify(turns.map(asReport), null, 2)}\n`),
    await keep("transcript", "wire.jsonl", wire.exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join("")),
    ...workspace.artifacts,
  ];
  return {
    problem: null,
    turns,
    transcript: [],
    wire,
    artifacts,
    redact,
    expectedArtifactPresent: workspace.expectedArtifactPresent,
    metadata: {
      ...executed.about,
      ...place.metadata,
      session_id: executed.sessionId,
      wire: { requests: wire.exchanges.length, refused: wire.refusals, hosts: wire.hosts, shortened: wire.shortened },
      ...(expectedArtifact === undefined
        ? {}
        : { expected_artifact: expectedArtifact, expected_artifact_present: workspace.expectedArtifactPresent }),
      new_files: workspace.newFiles,
      notes: [...place.notes, workspace.note].filter((note) => note !== null),
      changed_files_not_kept: workspace.changedNotKept.slice(0, 1_000),
      left_out_of_snapshot: workspace.leftOutOfSnapshot.slice(0, 1_000),
    },
  };
}

function asReport({ message, call, outcome }: Turn, index: number) {
  const { status, usage, report } = outcome;
  return { turn: index + 1, message, status, exit_code: call.exit_code, usage, report };
}
