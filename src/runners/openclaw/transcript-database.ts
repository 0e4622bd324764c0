import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type ProcessResult, succeeded, supervise } from "../../sandbox/index.ts";

/** A long session is a few megabytes and read in a second. */
const LIMITS = { seconds: 20, outputBytes: 64 * 1024, memoryBytes: 2 * 1024 ** 3, diskBytes: 1024 ** 3 };
/** Leaves time after Ctrl-C, since the record should still say what was spent. */
const SECONDS_AFTER_INTERRUPT = 5;
const MAX_EVENTS_BYTES = 64 * 1024 ** 2;

export interface DatabaseQuestion {
  /** Our own copy; SQLite would write to the original to merge its log. */
  database: string;
  sessionId: string;
  /** A folder of ours that the caller removes. */
  scratch: string;
  signal: AbortSignal;
}

/**
 * Reads a session's events as lines of JSON in a separate, limited process: the agent could write to the database, and a view in
 * it may never end or take all memory. Never throws.
 */
export async function readEvents({
  database,
  sessionId,
  scratch,
  signal,
}: DatabaseQuestion): Promise<{ lines: string[]; problem: string | null }> {
  const require = createRequire(import.meta.url);
  const target = join(scratch, "transcript-events.jsonl");
  const question = {
    sqlite: require.resolve("node-sqlite3-wasm"),
    zstd: require.resolve("fzstd"),
    database,
    sessionId,
    target,
    mostBytes: MAX_EVENTS_BYTES,
  };
  const call = await supervise(
    {
      program: process.execPath,
      args: ["--max-old-space-size=1024", "-e", `(${printEvents.toString()})(${JSON.stringify(question)})`],
      env: {},
      cwd: scratch,
      endsWithUs: "alone",
    },
    signal.aborted
      ? { limits: { ...LIMITS, seconds: SECONDS_AFTER_INTERRUPT }, folders: [scratch] }
      : { limits: LIMITS, folders: [scratch], signal },
  );
  const lines: string[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(target) })) lines.push(line);
  } catch {
    // The process failed before writing; the problem below says why.
  }
  return { lines, problem: problemOf(call) };
}

function problemOf(call: ProcessResult): string | null {
  if (succeeded(call)) return call.stdout.trim() || null;
  const why: Partial<Record<ProcessResult["outcome"], string>> = {
    timed_out: "it does not end",
    interrupted: "interrupted",
    memory_limit: "it takes too much memory",
    disk_limit: "it takes too much room",
  };
  return `the transcript cannot be read: ${why[call.outcome] ?? lastError(call.stderr)}`;
}

function lastError(stderr: string): string {
  return /^\w*Error: (.*)$/m.exec(stderr)?.[1]?.slice(0, 300) ?? "the reader was ended";
}

interface Question {
  sqlite: string;
  zstd: string;
  database: string;
  sessionId: string;
  target: string;
  mostBytes: number;
}

/** Runs in a separate process, as source text: nothing else of this file exists there. Prints what it had to omit. */
function printEvents({ sqlite, zstd, database, sessionId, target, mostBytes }: Question): void {
  const { createRequire } = process.getBuiltinModule("node:module");
  const { openSync, writeSync } = process.getBuiltinModule("node:fs");
  const load = createRequire(database);
  const { Database } = load(sqlite);
  const { Decompress } = load(zstd);
  const output = openSync(target, "w");
  const opened = new Database(database);
  // Without shared memory, which this build of SQLite lacks, a database with a log opens only exclusively.
  opened.exec("PRAGMA locking_mode = EXCLUSIVE");
  const statement = opened.prepare("SELECT * FROM transcript_events WHERE session_id = ? ORDER BY seq");
  let room = mostBytes;
  let broken = 0;
  const textOf = ({ event_json, event_zstd }: Record<string, unknown>): string => {
    if (typeof event_json === "string") return event_json;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const stream = new Decompress((chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > room) throw new Error("an event is too large");
      chunks.push(chunk);
    });
    stream.push(event_zstd, true);
    return Buffer.concat(chunks).toString("utf8");
  };
  for (const row of statement.iterate([sessionId])) {
    try {
      const line = Buffer.from(`${JSON.stringify(JSON.parse(textOf(row)))}\n`);
      if (line.length > room) {
        process.stdout.write("the transcript is too large; its end is left out\n");
        break;
      }
      room -= line.length;
      writeSync(output, line);
    } catch {
      broken++;
    }
  }
  if (broken > 0) process.stdout.write(`${broken} events of the transcript cannot be read\n`);
}
