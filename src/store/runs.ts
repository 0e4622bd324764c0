import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isReusable, type RunRecord, runPlace, type TrialKey } from "../records/index.ts";
import { type Entry, isNewer } from "./log/entry.ts";
import type { Log } from "./log/log.ts";

/**
 * Returns the run that counts for an identity: the newest reusable one, or else the newest. A forced repetition that failed at the provider
 * must not hide an earlier result.
 */
export function currentRun(log: Log, runId: string): Entry<"run"> | null {
  const runs = log.entries("run", runId);
  return runs.find(({ facts }) => isReusable(facts.status)) ?? runs[0] ?? null;
}

/** Returns the identity of the last run at a place, executed or adopted. */
export function occupantOf(log: Log, place: TrialKey): string | null {
  const name = runPlace(place);
  const [run, adopted] = [log.at("run", name), log.at("adoption", name)];
  if (!run || !adopted) return (run ?? adopted)?.key ?? null;
  return isNewer(run, adopted) ? run.key : adopted.key;
}

/** Finds a listed file that is missing or has another size; otherwise null. */
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
