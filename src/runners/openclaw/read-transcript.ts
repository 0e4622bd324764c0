import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { foreignObject } from "../agent-session/foreign-json.ts";
import { openInside, readInside } from "../workspace/open-inside.ts";
import { readEvents } from "./transcript-database.ts";

/** The events of a session, as OpenClaw wrote them. */
export interface Transcript {
  source: "sqlite" | "jsonl" | "none";
  events: Record<string, unknown>[];
  /** The reason why events are missing. */
  problem: string | null;
}

const MAX_DATABASE_BYTES = 512 * 1024 * 1024;
const MAX_LINES_BYTES = 64 * 1024 * 1024;

/** OpenClaw's state: `path` below a folder that the agent cannot replace; empty for that folder itself. */
export interface StateFolder {
  root: string;
  path: string;
}

/**
 * Reads the transcript of exactly this session: from SQLite in current versions, or from the JSONL of older ones. `scratch` is a
 * folder that the caller removes. Always returns, whatever the agent did to the files.
 */
export async function readTranscript(
  { root, path }: StateFolder,
  { agentId, sessionId, signal }: { agentId: string; sessionId: string; signal: AbortSignal },
  scratch: string,
): Promise<Transcript> {
  const agents = path === "" ? "agents" : `${path}/agents`;
  const name = `${agents}/${agentId}/agent/openclaw-agent.sqlite`;
  const database = join(scratch, "transcript.sqlite");
  if (await copyInside(root, name, database)) {
    await copyInside(root, `${name}-wal`, `${database}-wal`);
    const { lines, problem } = await readEvents({ database, sessionId, scratch, signal });
    const read = eventsIn(lines);
    return { source: "sqlite", events: read.events, problem: problem ?? read.problem };
  }
  const lines = await readInside(root, `${agents}/${agentId}/sessions/${sessionId}.jsonl`, MAX_LINES_BYTES);
  if (lines === null) return { source: "none", events: [], problem: "OpenClaw left no transcript of the session" };
  return { source: "jsonl", ...eventsIn(lines.toString("utf8").split("\n")) };
}

/** Copies a file that the agent could write to; false when it is missing, not a regular file, or too large. */
async function copyInside(root: string, path: string, target: string): Promise<boolean> {
  const file = await openInside(root, path);
  if (file === null) return false;
  try {
    if ((await file.stat()).size > MAX_DATABASE_BYTES) return false;
    await pipeline(file.createReadStream({ autoClose: false, end: MAX_DATABASE_BYTES }), createWriteStream(target));
    return true;
  } finally {
    await file.close();
  }
}

function eventsIn(lines: string[]): { events: Record<string, unknown>[]; problem: string | null } {
  const written = lines.filter((line) => line.trim() !== "");
  const events = written.map(foreignObject).filter((event) => event !== null);
  const broken = written.length - events.length;
  return {
    events,
    problem:
      broken === 0
        ? null
        : broken === 1
          ? "one line of the transcript is not an event"
          : `${broken} lines of the transcript are not events`,
  };
}
