import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACTS_FOLDER, LOG_FOLDER } from "./layout.ts";

export interface MergedStore {
  segments: number;
  artifacts: number;
}

/**
 * Brings everything of one store into another by copying what is not there yet. Writers have names of their own and files are named by
 * their content, so nothing can collide. Both may be in use meanwhile; a log that still grows is completed by merging again.
 */
export function mergeStores(from: string, into: string): MergedStore {
  const merged: MergedStore = { segments: 0, artifacts: 0 };
  // Files first: a record never arrives before what it refers to.
  for (const bucket of namesIn(join(from, ARTIFACTS_FOLDER)))
    for (const name of bucket.startsWith(".") ? [] : namesIn(join(from, ARTIFACTS_FOLDER, bucket))) {
      const target = join(into, ARTIFACTS_FOLDER, bucket, name);
      if (existsSync(target)) continue;
      mkdirSync(join(into, ARTIFACTS_FOLDER, bucket), { recursive: true });
      cpSync(join(from, ARTIFACTS_FOLDER, bucket, name), `${target}.copy`, { recursive: true, verbatimSymlinks: true });
      renameSync(`${target}.copy`, target);
      merged.artifacts += 1;
    }
  mkdirSync(join(into, LOG_FOLDER), { recursive: true });
  for (const name of namesIn(join(from, LOG_FOLDER)).filter((segment) => segment.endsWith(".jsonl"))) {
    const target = join(into, LOG_FOLDER, name);
    copyFileSync(join(from, LOG_FOLDER, name), `${target}.copy`);
    renameSync(`${target}.copy`, target);
    merged.segments += 1;
  }
  return merged;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
