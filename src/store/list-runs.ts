import { type Entry, isNewer } from "./log/entry.ts";
import type { Log } from "./log/log.ts";

/** Last record at a trial's place: a run, or the adoption of one with another name. */
export type TrialEntry = Entry<"run"> | Entry<"adoption">;

/**
 * Lists the last record at every place below `prefix` (`<suite>`, `<suite>/<run profile>/<model>` …; empty for all), in the order of
 * places. Reads only the index.
 */
export function listRuns(log: Log, prefix: string): TrialEntry[] {
  const newest = new Map<string, TrialEntry>();
  for (const kind of ["run", "adoption"] as const)
    for (const entry of log.places(kind)) {
      const place = entry.place!;
      if (prefix !== "" && place !== prefix && !place.startsWith(`${prefix}/`)) continue;
      const other = newest.get(place);
      if (!other || isNewer(entry, other)) newest.set(place, entry as TrialEntry);
    }
  return [...newest.values()].sort((one, other) => comparePlaces(one.place!, other.place!));
}

/** Sorts by name, and numerically where names are numbers: the tenth repetition follows the second. */
function comparePlaces(one: string, other: string): number {
  const [first, second] = [one.split("/"), other.split("/")];
  for (const [index, name] of first.entries()) {
    const against = second[index];
    if (against === undefined) return 1;
    if (name === against) continue;
    const difference = Number(name) - Number(against);
    return Number.isNaN(difference) ? (name < against ? -1 : 1) : difference;
  }
  return -1;
}
