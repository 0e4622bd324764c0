import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readInside } from "./open-inside.ts";

/** What a session left behind, event by event, as OpenClaw wrote it. */
export interface Transcript {
  source: "sqlite" | "jsonl" | "none";
  events: Record<string, unknown>[];
  /** Why there is less than there should be. */
  problem: string | null;
}

const MAX_DATABASE_BYTES = 512 * 1024 * 1024;
const MAX_EVENT_BYTES = 64 * 1024 * 1024;

/**
 * The transcript of exactly this session: from SQLite as current versions keep it, or from the JSONL of older ones.
 * `scratch` is a folder that the caller removes.
 */
export async function readTranscript(
  state: string,
  { agentId, sessionId }: { agentId: string; sessionId: string },
  scratch: string,
): Promise<Transcript> {
  const database = `agents/${agentId}/agent/openclaw-agent.sqlite`;
  const bytes = await readInside(state, database, MAX_DATABASE_BYTES);
  if (bytes !== null) {
    const log = await readInside(state, `${database}-wal`, MAX_DATABASE_BYTES);
    try {
      return { source: "sqlite", events: await readDatabase(bytes, log, sessionId, scratch), problem: null };
    } catch (error) {
      return { source: "sqlite", events: [], problem: `the transcript cannot be read: ${(error as Error).message}` };
    }
  }
  const lines = await readInside(state, `agents/${agentId}/sessions/${sessionId}.jsonl`, MAX_DATABASE_BYTES);
  if (lines === null) return { source: "none", events: [], problem: "OpenClaw left no transcript of the session" };
  return { source: "jsonl", ...readLines(lines.toString("utf8")) };
}

/** A copy is opened, because SQLite would write to the original to take in its log. */
async function readDatabase(bytes: Buffer, log: Buffer | null, sessionId: string, scratch: string) {
  const { default: sqlite } = await import("node-sqlite3-wasm");
  const copy = join(scratch, "transcript.sqlite");
  await writeFile(copy, bytes);
  if (log !== null) await writeFile(`${copy}-wal`, log);
  const database = new sqlite.Database(copy);
  try {
    // Without shared memory, which this build of SQLite lacks, a database with a log opens only exclusively.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    const rows = database.all("SELECT * FROM transcript_events WHERE session_id = ? ORDER BY seq", [sessionId]);
    const events: Record<string, unknown>[] = [];
    for (const row of rows) events.push(await decodeRow(row));
    return events;
  } finally {
    database.close();
  }
}

async function decodeRow({ event_json, event_zstd }: Record<string, unknown>): Promise<Record<string, unknown>> {
  const text = typeof event_json === "string" ? event_json : await decompress(event_zstd as Uint8Array);
  return JSON.parse(text);
}

async function decompress(blob: Uint8Array): Promise<string> {
  const { Decompress } = await import("fzstd");
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const stream = new Decompress((chunk) => {
    bytes += chunk.length;
    if (bytes > MAX_EVENT_BYTES) throw new Error("an event is larger than 64 MB");
    chunks.push(chunk);
  });
  stream.push(blob, true);
  return Buffer.concat(chunks).toString("utf8");
}

function readLines(text: string): { events: Record<string, unknown>[]; problem: string | null } {
  const events: Record<string, unknown>[] = [];
  let broken = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    try {
      events.push(JSON.parse(line));
    } catch {
      broken++;
    }
  }
  return { events, problem: broken === 0 ? null : `${broken} lines of the transcript are not JSON` };
}
