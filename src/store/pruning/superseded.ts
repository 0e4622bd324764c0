import { isReusable, type RecordKind, readEvaluationPlace, runPlace } from "../../records/index.ts";
import { type Entry, isNewer } from "../log/entry.ts";
import type { Log } from "../log/log.ts";

/** Yields all records of a kind, newest first within a key. */
export function* allEntries<Kind extends RecordKind>(log: Log, kind: Kind): Generator<Entry<Kind>> {
  for (const { key } of log.keys(kind)) yield* log.entries(kind, key);
}

/** Returns a key's replaced records. The newer one must be intact: if any record of the key is damaged, possible substitutes are kept. */
export function replacedOfKey<Kind extends RecordKind>(log: Log, kind: Kind, key: string): Entry<Kind>[] {
  const whole = log.entries(kind, key).filter(log.isWhole);
  const current = whole.find((entry) => kind !== "run" || isReusable((entry as Entry<"run">).facts.status)) ?? whole[0];
  return whole.filter((entry) => entry !== current);
}

/** Counts replaced records and their bytes from the index. */
export function countReplaced(log: Log): { records: number; bytes: number } {
  const count = { records: 0, bytes: 0 };
  const add = ({ length }: Entry) => {
    count.records += 1;
    count.bytes += length;
  };
  const trials = occupants(log);
  for (const kind of ["run", "adoption"] as const)
    for (const entry of allEntries(log, kind)) if (trials.get(entry.place!)?.sha256 !== entry.sha256) add(entry);
  for (const entry of allEntries(log, "evaluation"))
    if (log.at("evaluation", entry.place!)?.sha256 !== entry.sha256) add(entry);
  for (const kind of ["call", "text", "checks", "server", "shard"] as const)
    for (const { key } of log.keys(kind)) log.entries(kind, key).slice(1).forEach(add);
  return count;
}

/** Returns each trial's current run: the last one executed or adopted. */
export function occupants(log: Log): Map<string, Entry<"run" | "adoption">> {
  const newest = new Map<string, Entry<"run" | "adoption">>();
  for (const kind of ["run", "adoption"] as const)
    for (const entry of log.places(kind)) {
      const other = newest.get(entry.place!);
      if (!other || isNewer(entry, other)) newest.set(entry.place!, entry);
    }
  return newest;
}

/** Returns the trial's place from an evaluation's, by removing the evaluation profile. */
export function trialOfEvaluation(place: string): string {
  return runPlace(readEvaluationPlace(place));
}
