import { readFileSync } from "node:fs";
import { join } from "node:path";
import { besideRecord, runPaths, type TrialPlace } from "../store/index.ts";
import type { TrialFingerprint } from "./identity.ts";

/** The image that the run in a trial's place was made with; undefined when there is none, or its files are damaged. */
export function storedImageId(outputs: string, place: TrialPlace): string | undefined {
  try {
    const text = readFileSync(join(outputs, besideRecord(runPaths(place).record).fingerprint), "utf8");
    return (JSON.parse(text) as TrialFingerprint).agent?.image_id ?? undefined;
  } catch {
    return undefined;
  }
}
