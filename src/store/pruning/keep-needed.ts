import type { RecordKind } from "../../records/index.ts";
import type { Entry } from "../log/entry.ts";
import type { Log } from "../log/log.ts";
import { currentRun } from "../runs.ts";
import { type Needs, needsOfCall, needsOfCampaign, needsOfRun } from "./needs.ts";
import { allEntries, replacedOfKey } from "./superseded.ts";

/** Collects keys that kept records depend on. */
export function openNeeds() {
  const keys = { runs: new Set<string>(), calls: new Set<string>(), texts: new Set<string>() };
  return {
    keys,
    add({ runs, calls, texts }: Needs) {
      for (const key of runs) keys.runs.add(key);
      for (const key of calls) keys.calls.add(key);
      for (const key of texts) keys.texts.add(key);
    },
  };
}

interface KeepOptions {
  /** Current run of each trial. */
  trials: ReadonlyMap<string, Entry<"run" | "adoption">>;
  /** Keeps only the current record of a key. */
  superseded?: boolean;
}

/** Removes candidates that kept records depend on: first runs and calls, then the texts of the kept ones. */
export function keepWhatIsNeeded(
  log: Log,
  candidates: Map<string, Entry>,
  needed: ReturnType<typeof openNeeds>,
  { trials, superseded = false }: KeepOptions,
): void {
  /** Keeps a key's current record, or all of them if replaced ones may stay. */
  const keep = (kind: RecordKind, key: string) => {
    const replaced = new Set(superseded ? replacedOfKey(log, kind, key).map(whereOf) : []);
    for (const entry of log.entries(kind, key)) if (!replaced.has(whereOf(entry))) candidates.delete(whereOf(entry));
  };
  const keepRun = (runId: string) => {
    const current = currentRun(log, runId);
    if (current && log.isWhole(current)) candidates.delete(whereOf(current));
    else keep("run", runId);
  };
  for (const runId of needed.keys.runs) keepRun(runId);
  keepWhatCameAfter(log, candidates, trials, keepRun);
  for (const callId of needed.keys.calls) keep("call", callId);
  for (const entry of allEntries(log, "call")) {
    const record = candidates.has(whereOf(entry)) ? null : log.readEntry(entry);
    if (record) needed.add(needsOfCall(record));
  }
  for (const entry of allEntries(log, "run")) {
    const record = candidates.has(whereOf(entry)) ? null : log.readEntry(entry);
    if (record) needed.add(needsOfRun(record));
  }
  for (const entry of allEntries(log, "campaign")) {
    const record = candidates.has(whereOf(entry)) ? null : log.readEntry(entry);
    if (record) needed.add(needsOfCampaign(record));
  }
  for (const hash of needed.keys.texts) keep("text", hash);
}

/** Keeps a trial's later records if its old run stays for another campaign: without them, the old run would count again. */
function keepWhatCameAfter(
  log: Log,
  candidates: Map<string, Entry>,
  trials: KeepOptions["trials"],
  keepRun: (runId: string) => void,
): void {
  for (let before = -1; before !== candidates.size; ) {
    before = candidates.size;
    for (const kind of ["run", "adoption"] as const)
      for (const entry of allEntries(log, kind)) {
        const now = trials.get(entry.place!)!;
        if (!candidates.has(whereOf(entry)) && candidates.delete(whereOf(now))) keepRun(now.key);
      }
  }
}

/** Identifies a record by its position. */
export function whereOf({ segment, offset }: Pick<Entry, "segment" | "offset">): string {
  return `${segment} ${offset}`;
}
