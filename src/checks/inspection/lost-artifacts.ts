import { access } from "node:fs/promises";
import type { CheckSubject } from "./check-subject.ts";

/**
 * Explains why a trial's files cannot be checked; null when they can. If a run recorded files but their folder is missing, what
 * the subject made is unknown.
 */
export async function lostArtifacts({ artifact, artifactsDirectory }: CheckSubject): Promise<string | null> {
  if (artifact.artifacts.length === 0) return null;
  const there = await access(artifactsDirectory).then(
    () => true,
    () => false,
  );
  return there ? null : "the folder with the files of this run is gone; run the trial again (--force)";
}
