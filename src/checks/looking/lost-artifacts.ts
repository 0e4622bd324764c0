import { access } from "node:fs/promises";
import type { CheckSubject } from "./subject.ts";

/**
 * Why the files of a trial cannot be looked at; null when they can. A run that recorded files, without the folder they were kept in,
 * says nothing about what the subject made.
 */
export async function lostArtifacts({ artifact, artifactsDirectory }: CheckSubject): Promise<string | null> {
  if (artifact.artifacts.length === 0) return null;
  const there = await access(artifactsDirectory).then(
    () => true,
    () => false,
  );
  return there ? null : "the folder with the files of this run is gone; run the trial again (--force)";
}
