import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A record of a workspace's log, as anybody can read it who knows JSON. */
export interface LoggedRecord {
  kind: string;
  key: string;
  place: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records of every kind
  value: any;
}

/** All records of one kind that a workspace's log holds, in the order of writing. */
export function loggedRecords(root: string, kind: string): LoggedRecord[] {
  return logFiles(root)
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .filter((line) => line.startsWith(`{"kind":"${kind}"`))
    .map((line) => JSON.parse(line) as LoggedRecord);
}

/** Changes the lines of matching records behind the store's back; how many there were. */
export function damageRecords(
  root: string,
  matches: (record: LoggedRecord) => boolean,
  change: (line: string) => string = (line) => line.slice(0, line.length >> 1),
): number {
  let changed = 0;
  for (const path of logFiles(root)) {
    const lines = readFileSync(path, "utf8").split("\n");
    const after = lines.map((line) => {
      const record = readRecord(line);
      if (record === null || !matches(record)) return line;
      changed += 1;
      return change(line);
    });
    writeFileSync(path, after.join("\n"));
  }
  return changed;
}

/** Null for an empty line, and for what was damaged before. */
function readRecord(line: string): LoggedRecord | null {
  try {
    return JSON.parse(line) as LoggedRecord;
  } catch {
    return null;
  }
}

function logFiles(root: string): string[] {
  const folder = join(root, "outputs/log");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(folder, name));
}
