import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isReusable, type RunRecord, runPlace, type TrialKey } from "../records/index.ts";
import { type Entry, isNewer } from "./log/entry.ts";
import type { Log } from "./log/log.ts";

/**
 * The run that counts for an identity: the newest that can be reused, else the newest. A forced repetition that the provider
 * failed must not hide what was paid for before.
 */
export function currentRun(log: Log, runId: string): Entry<"run"> | null {
  const runs = log.entries("run", runId);
  return runs.find(({ facts }) => isReusable(facts.status)) ?? runs[0] ?? null;
}

/** The identity of the run that was last stored at a place, executed there or adopted. */
export function occupantOf(log: Log, place: TrialKey): string | null {
  const name = runPlace(place);
  const [run, adopted] = [log.at("run", name), log.at("adoption", name)];
  if (!run || !adopted) return (run ?? adopted)?.key ?? null;
  return isNewer(run, adopted) ? run.key : adopted.key;
}

/** A file that a run lists and that is missing or has another size; null when all are there. */
export function missingFile({ artifact, files }: RunRecord, outputs: string): string | null {
  if (files === null) return null;
  for (const { path, bytes } of artifact.artifacts) {
    try {
      if (lstatSync(join(outputs, files, path)).size !== bytes) return path;
    } catch {
      return path;
    }
  }
  return null;
}
