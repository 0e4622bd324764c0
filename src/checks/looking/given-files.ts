import { lstat } from "node:fs/promises";
import { join, posix } from "node:path";
import { copyTree } from "../../files/index.ts";
import { fillWorkspace, hashGivenFiles, hashOfWorkspace, type PlannedFile } from "../../runners/index.ts";
import type { CheckSubject } from "./subject.ts";

/** What a path of the workspace leads to among the files that were given and left alone. */
export type GivenPath =
  | { state: "file"; bytes: number; from: string }
  | { state: "folder" }
  /** It leads through a link to this path of the workspace. */
  | { state: "link"; to: string }
  | { state: "absent" };

/**
 * Looks for a path among what the case gave to the subject and was there at the end. It is not kept with the trial, because it lies with the case.
 *
 * @throws when the case gives other files by now
 */
export async function lookAtGiven(path: string, subject: CheckSubject): Promise<GivenPath> {
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

/** The workspace as the trial left it, in a new folder: what was kept, and what the subject was given and left alone. */
export async function completeWorkspace(subject: CheckSubject, folder: string): Promise<void> {
  const kept = join(subject.artifactsDirectory, "workspace");
  const left = await givenAndLeft(subject);
  const lacking: PlannedFile[] = [];
  for (const file of left) if ((await lstat(join(kept, file.path)).catch(() => null)) === null) lacking.push(file);
  const filled = await fillWorkspace(lacking, subject.loadedCase.workspace, folder);
  if (!filled.ok) throw new Error(filled.problem);
  await copyTree(kept, folder);
}

/** Whether a file is there as it was before the first turn, for all that the trial's record says. */
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
