import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { dirname, join, posix, resolve } from "node:path";
import { INSIDE_TMP, INSIDE_WORKSPACE, type OpenedFile, openTrialFile, statTrialPath } from "../../sandbox/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { inspectGivenPath, wasLeftAlone } from "../inspection/given-files.ts";
import { lostArtifacts } from "../inspection/lost-artifacts.ts";

/**
 * The target of a check's path. `made`: in the trial's own folders, so it may be the subject's work, unless the subject was given
 * it and left it `alone`.
 */
export type InspectedPath = {
  made: boolean;
  alone?: true;
} /** `from` is the location of a file that is not stored with the trial. */ & (
  | { state: "file"; bytes: number; from?: string }
  | { state: "folder" }
  | { state: "special" }
  | { state: "absent" }
  | { state: "refused"; reason: string }
  | { state: "lost"; reason: string }
);

/**
 * Resolves a check's path. Relative paths, /workspace and /tmp mean this trial's own folders, as they did for the subject.
 * Everything else (`../expected.txt`, other absolute paths) is a fixture, relative to test.yaml.
 */
export async function inspectPath(path: string, subject: CheckSubject, links = 0): Promise<InspectedPath> {
  if (!isOwnFolder(path)) return { made: false, ...(await inspectFixture(fixturePath(path, subject))) };
  const lost = await lostArtifacts(subject);
  if (lost) return { made: true, state: "lost", reason: lost };
  const looked = await statTrialPath(path, foldersOf(subject));
  const inside = posix.relative(INSIDE_WORKSPACE, posix.resolve(INSIDE_WORKSPACE, path));
  if (looked.state !== "absent" || inside.startsWith(".."))
    return { made: true, ...looked, ...(wasLeftAlone(inside, subject) ? { alone: true } : {}) };
  const given = await inspectGivenPath(inside, subject);
  if (given.state !== "link") return { made: true, ...given, ...(given.state === "absent" ? {} : { alone: true }) };
  if (links === MOST_LINKS) return { made: true, state: "refused", reason: "it leads through too many links" };
  return await inspectPath(given.to, subject, links + 1);
}

const MOST_LINKS = 40;

/** Opens the file at a check's path; the caller closes it. */
export async function openPath(
  path: string,
  subject: CheckSubject,
): Promise<(OpenedFile & { made: boolean }) | Exclude<InspectedPath, { state: "file" }>> {
  const looked = await inspectPath(path, subject);
  if (looked.state !== "file") return looked;
  const { made, bytes, from } = looked;
  const elsewhere = made ? from : fixturePath(path, subject);
  if (elsewhere !== undefined) {
    const handle = await open(elsewhere, constants.O_RDONLY | constants.O_NONBLOCK);
    return { made, state: "file", handle, bytes };
  }
  const opened = await openTrialFile(path, foldersOf(subject));
  return { made: true, ...opened };
}

/** Returns `a path of the trial` or `a fixture`, for messages. */
export function describeOrigin(path: string, { made, alone }: Pick<InspectedPath, "made" | "alone">): string {
  if (alone) return `${path} (as it was before the first turn)`;
  return made ? path : `${path} (a fixture, not made by the trial)`;
}

function foldersOf({ artifactsDirectory }: CheckSubject): { workspace: string; tmp: string } {
  return { workspace: join(artifactsDirectory, "workspace"), tmp: join(artifactsDirectory, "tmp") };
}

function isOwnFolder(path: string): boolean {
  const seenBySubject = posix.resolve(INSIDE_WORKSPACE, path);
  return [INSIDE_WORKSPACE, INSIDE_TMP].some((top) => seenBySubject === top || seenBySubject.startsWith(`${top}/`));
}

function fixturePath(path: string, { loadedCase }: CheckSubject): string {
  return resolve(dirname(loadedCase.path), path);
}

async function inspectFixture(path: string) {
  const found = await stat(path).catch(() => null);
  if (found === null) return { state: "absent" } as const;
  if (found.isDirectory()) return { state: "folder" } as const;
  return found.isFile() ? ({ state: "file", bytes: found.size } as const) : ({ state: "special" } as const);
}
