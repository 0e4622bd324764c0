import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";

/**
 * Where runs lie, by identity: `outputs/index/runs.txt`, a line `<run_id> <record>` for every run that was stored. A line
 * is appended by a single write, so processes don't disturb each other, and storing a run costs no file of its own. It is a
 * memory, not a truth: whoever follows a line believes it only if the record there agrees. Losing the file costs reuse across
 * suites and profiles, nothing else.
 */
export interface RunIndex {
  /** Records, relative to outputs/, that a run with this identity was stored as; the latest first. */
  recordsOf(runId: string): string[];
}

export interface RunIndexWriter {
  add(runId: string, record: string): void;
  close(): void;
}

/** Read when first asked: a campaign whose runs all lie in their own places never needs it. */
export function openRunIndex(outputs: string): RunIndex {
  let records: Map<string, string[]> | null = null;
  return {
    recordsOf(runId) {
      records ??= readLines(join(outputs, RUN_INDEX));
      return records.get(runId) ?? [];
    },
  };
}

/** Opened when the first run is stored: a command that stores none leaves the file as it is. */
export function openRunIndexWriter(outputs: string): RunIndexWriter {
  let file: number | null = null;
  return {
    add(runId, record) {
      file ??= openForAppending(join(outputs, RUN_INDEX));
      appendFileSync(file, `${runId} ${record.split(sep).join("/")}\n`);
    },
    close() {
      if (file !== null) closeSync(file);
    },
  };
}

function openForAppending(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a");
  // A line cut short, by a full disk say, must not swallow the next one; empty lines are passed over.
  appendFileSync(file, "\n");
  return file;
}

const RUN_INDEX = join("index", "runs.txt");
/** Only what lies in the store may be followed, whatever someone wrote into the file. */
const LINE = /^([0-9a-f]{64}) ((?:runs|superseded)\/[^\n]+\.json)$/gm;

function readLines(path: string): Map<string, string[]> {
  const records = new Map<string, string[]>();
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return records;
  }
  for (const [, runId, written] of text.matchAll(LINE)) {
    const record = normalize(written!);
    if (record.startsWith("..")) continue;
    const earlier = records.get(runId!)?.filter((other) => other !== record) ?? [];
    records.set(runId!, [record, ...earlier]);
  }
  return records;
}
