import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RUN_STATUSES, type RunArtifact } from "../records/index.ts";
import { besideRecord } from "../store/index.ts";

export type StoredRun =
  | { state: "absent" }
  | { state: "unusable"; reason: string }
  | { state: "found"; artifact: RunArtifact };

/**
 * Reads a run's record and makes sure that it is whole: JSON of the expected shape, and every file it lists is there
 * with its size. `path` is relative to outputs/.
 *
 * Synchronous on purpose: read one after the other, a thousand small files take 20 ms this way and 90 ms by promises.
 */
export function readStoredRun(outputs: string, path: string): StoredRun {
  const absolute = join(outputs, path);
  // Asking first is cheaper than catching the exception of every trial of a campaign that is new.
  if (!existsSync(absolute)) return { state: "absent" };
  let text: string;
  try {
    text = readFileSync(absolute, "utf8");
  } catch (error) {
    return { state: "unusable", reason: (error as Error).message };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { state: "unusable", reason: text.length === 0 ? "the file is empty" : "the file is cut off or not JSON" };
  }
  if (!isRunArtifact(value)) return { state: "unusable", reason: "the file is not a run record of this version" };
  const missing = missingFile(value, join(outputs, besideRecord(path).files));
  if (missing) return { state: "unusable", reason: `its file ${missing} is missing or has another size` };
  return { state: "found", artifact: value };
}

function isRunArtifact(value: unknown): value is RunArtifact {
  const artifact = value as Partial<RunArtifact> | null;
  return (
    typeof artifact === "object" &&
    artifact !== null &&
    artifact.schema_version === 1 &&
    typeof artifact.identity?.run_id === "string" &&
    (RUN_STATUSES as readonly unknown[]).includes(artifact.status) &&
    typeof artifact.request === "object" &&
    typeof artifact.timing?.duration_ms === "number" &&
    Array.isArray(artifact.trace) &&
    Array.isArray(artifact.artifacts)
  );
}

function missingFile({ artifacts }: RunArtifact, folder: string): string | null {
  for (const { path, bytes } of artifacts) {
    try {
      if (lstatSync(join(folder, path)).size !== bytes) return path;
    } catch {
      return path;
    }
  }
  return null;
}
