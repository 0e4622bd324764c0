import { lstat } from "node:fs/promises";
import { join, posix } from "node:path";
import { copyTree } from "../../files/index.ts";
import { fillWorkspace, hashGivenFiles, hashOfWorkspace, type PlannedFile } from "../../runners/index.ts";
import type { CheckSubject } from "./check-subject.ts";

/** The target of a workspace path among the given files that were left unchanged. */
export type GivenPath =
  | { state: "file"; bytes: number; from: string }
  | { state: "folder" }
  /** A link on the way leads to this workspace path. */
  | { state: "link"; to: string }
  | { state: "absent" };

/**
 * Resolves a path among the case's files that were still there at the end. They are stored with the case, not with the trial.
 *
 * @throws when the case gives other files by now
 */
export async function inspectGivenPath(path: string, subject: CheckSubject): Promise<GivenPath> {
  const left = await givenAndLeft(subject);
  if (left.length === 0) return { state: "absent" };
  const files = new Map(left.map((file) => [file.path, file]));
  const steps = path.split("/");
  for (let length = 1; length <= steps.length; length++) {
    const place = steps.slice(0, length).join("/");
    const file = files.get(place);
    if (file === undefined || "folder" in file) continue;
    if ("link" in file)
      return { state: "link", to: posix.join(posix.dirname(place), file.link, ...steps.slice(length)) };
    if (length < steps.length) return { state: "absent" };
    const source = subject.loadedCase.workspace?.entries.find((entry) => entry.path === place);
    if (source?.kind === "file") return { state: "file", bytes: file.bytes, from: source.from };
  }
  const isFolder = files.has(path) || left.some((file) => file.path.startsWith(`${path}/`));
  return isFolder ? { state: "folder" } : { state: "absent" };
}

/** Recreates the final workspace in a new folder: stored files, and given files that were left unchanged. */
export async function completeWorkspace(subject: CheckSubject, folder: string): Promise<void> {
  const kept = join(subject.artifactsDirectory, "workspace");
  const left = await givenAndLeft(subject);
  const lacking: PlannedFile[] = [];
  for (const file of left) if ((await lstat(join(kept, file.path)).catch(() => null)) === null) lacking.push(file);
  const filled = await fillWorkspace(lacking, subject.loadedCase.workspace, folder);
  if (!filled.ok) throw new Error(filled.problem);
  await copyTree(kept, folder);
}

/** True if the trial's record shows no change of the file since the first turn. */
export function wasLeftAlone(path: string, { artifact }: CheckSubject): boolean {
  const kept = artifact.artifacts.find((file) => file.path === `workspace/${path}`);
  return kept !== undefined && (kept.artifact_type === "given_file" || kept.artifact_type === "setup_file");
}

async function givenAndLeft({ loadedCase, artifact: { workspace } }: CheckSubject): Promise<PlannedFile[]> {
  if (!workspace || workspace.sha256 === null) return [];
  const given = loadedCase.workspace && (await hashGivenFiles(loadedCase.workspace));
  if (!given?.ok || hashOfWorkspace(given.files) !== workspace.sha256)
    throw new Error("the case's files have changed since the subject was given them; run the trial again");
  const missing = new Set(workspace.missing);
  return given.files.filter(({ path }) => !missing.has(path));
}
