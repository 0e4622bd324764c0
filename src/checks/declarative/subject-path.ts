import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { dirname, join, posix, resolve } from "node:path";
import { INSIDE_TMP, INSIDE_WORKSPACE, lookAtTrialPath, type OpenedFile, openTrialFile } from "../../sandbox/index.ts";
import { lostArtifacts } from "../looking/lost-artifacts.ts";
import type { CheckSubject } from "../looking/subject.ts";

/** What a path of a check leads to. `made`: in the trial's own folders, so the subject may take credit for it. */
export type Looked = { made: boolean } & (
  | { state: "file"; bytes: number }
  | { state: "folder" }
  | { state: "special" }
  | { state: "absent" }
  | { state: "refused"; reason: string }
  | { state: "lost"; reason: string }
);

/**
 * Looks where a check's path leads: relative paths, /workspace and /tmp mean this trial's own folders, as they did
 * for the subject. Everything else (`../expected.txt`, other absolute paths) is a fixture, found from test.yaml.
 */
export async function lookAt(path: string, subject: CheckSubject): Promise<Looked> {
  if (!isTheTrials(path)) return { made: false, ...(await lookAtFixture(fixturePath(path, subject))) };
  const lost = await lostArtifacts(subject);
  if (lost) return { made: true, state: "lost", reason: lost };
  return { made: true, ...(await lookAtTrialPath(path, foldersOf(subject))) };
}

/** Opens the file that a check's path leads to; the caller closes it. */
export async function openAt(
  path: string,
  subject: CheckSubject,
): Promise<(OpenedFile & { made: boolean }) | Exclude<Looked, { state: "file" }>> {
  const looked = await lookAt(path, subject);
  if (looked.state !== "file") return looked;
  if (!looked.made) {
    const handle = await open(fixturePath(path, subject), constants.O_RDONLY | constants.O_NONBLOCK);
    return { made: false, state: "file", handle, bytes: looked.bytes };
  }
  const opened = await openTrialFile(path, foldersOf(subject));
  return { made: true, ...opened };
}

/** `a path of the trial` or `a fixture`, for messages. */
export function whatItIs(path: string, { made }: { made: boolean }): string {
  return made ? path : `${path} (a fixture, not made by the trial)`;
}

function foldersOf({ artifactsDirectory }: CheckSubject): { workspace: string; tmp: string } {
  return { workspace: join(artifactsDirectory, "workspace"), tmp: join(artifactsDirectory, "tmp") };
}

function isTheTrials(path: string): boolean {
  const seenBySubject = posix.resolve(INSIDE_WORKSPACE, path);
  return [INSIDE_WORKSPACE, INSIDE_TMP].some((top) => seenBySubject === top || seenBySubject.startsWith(`${top}/`));
}

function fixturePath(path: string, { loadedCase }: CheckSubject): string {
  return resolve(dirname(loadedCase.path), path);
}

async function lookAtFixture(path: string) {
  const found = await stat(path).catch(() => null);
  if (found === null) return { state: "absent" } as const;
  if (found.isDirectory()) return { state: "folder" } as const;
  return found.isFile() ? ({ state: "file", bytes: found.size } as const) : ({ state: "special" } as const);
}
