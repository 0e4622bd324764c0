import { constants, existsSync, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { INSIDE_TMP, INSIDE_WORKSPACE } from "./layout.ts";

/** The two host folders with a trial's files. */
export interface WalkedFolders {
  workspace: string;
  tmp: string;
}

export interface Refusal {
  state: "refused";
  reason: string;
}

/** An entry of an open folder; `name` is null for the folder itself. */
export interface TrialPath {
  folder: OpenFolder;
  name: string | null;
}

interface OpenFolder {
  handle: FileHandle;
  /** Its path on the host. */
  path: string;
}

/** The limit of Linux. */
const MOST_LINKS = 40;

/**
 * Walks to a path step by step, opening each folder from the previous one and never through a link, so that swapping a folder for
 * a link meanwhile has no effect. Links are read and followed in the subject's view: a link to /tmp/x means the trial's tmp.
 * `use` gets the folder and the last name, which is not a link either.
 */
export async function walkTo<Result>(
  path: string,
  folders: WalkedFolders,
  use: (place: TrialPath) => Promise<Result>,
  { makeFolders = false }: { makeFolders?: boolean } = {},
): Promise<Result | Refusal | { state: "absent" }> {
  if (path.includes("\0")) return { state: "refused", reason: "a path cannot contain a NUL character" };
  const roots: Record<string, string> = {
    [INSIDE_WORKSPACE.slice(1)]: folders.workspace,
    [INSIDE_TMP.slice(1)]: folders.tmp,
  };
  /** The folders from the root of the subject's view to the current one; empty at the root. */
  const open: OpenFolder[] = [];
  const refused: Refusal = {
    state: "refused",
    reason: `${path} is outside this trial's folders; use a path relative to the workspace, or one below ${INSIDE_TMP}`,
  };
  try {
    const steps = stepsOf(path, folders) ?? null;
    if (steps === null) return refused;
    let links = 0;
    while (steps.length > 0) {
      const step = steps.shift()!;
      const here = open.at(-1);
      if (step === "..") await open.pop()?.handle.close();
      else if (here === undefined) {
        const root = roots[step];
        if (root === undefined) return refused;
        if (!existsSync(root)) return { state: "absent" };
        open.push(await openFolder(root));
      } else {
        const place = { folder: here, name: step };
        const stat = await statEntry(place);
        if (stat?.isSymbolicLink()) {
          if (++links > MOST_LINKS) return { state: "refused", reason: `${path} leads through too many links` };
          const target = await readlink(atEntry(place));
          const onward = isAbsolute(target) ? stepsOf(target, folders) : segmentsOf(target);
          if (onward === null) return refused;
          if (isAbsolute(target)) while (open.length > 0) await open.pop()?.handle.close();
          steps.unshift(...onward);
        } else if (stat?.isDirectory()) open.push(await openFolder(atEntry(place), join(here.path, step)));
        else if (steps.length === 0) return await use(place);
        else if (stat !== null)
          return { state: "refused", reason: `${path} leads through a file as if it were a folder` };
        else if (!makeFolders) return { state: "absent" };
        else {
          await mkdir(atEntry(place));
          open.push(await openFolder(atEntry(place), join(here.path, step)));
        }
      }
    }
    const folder = open.at(-1);
    return folder === undefined ? refused : await use({ folder, name: null });
  } catch (error) {
    return { state: "refused", reason: `${path}: ${describeError(error as NodeJS.ErrnoException)}` };
  } finally {
    await Promise.all(open.map(({ handle }) => handle.close().catch(() => {})));
  }
}

/** A host path to an entry through the open folder itself, where the system has such paths. */
export function atEntry({ folder, name }: TrialPath): string {
  const base = process.platform === "linux" ? `/proc/self/fd/${folder.handle.fd}` : folder.path;
  return name === null ? `${base}/.` : `${base}/${name}`;
}

/** Null when there is nothing of that name. */
export async function statEntry(place: TrialPath): Promise<Stats | null> {
  try {
    return await lstat(atEntry(place));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function openFolder(path: string, hostPath = path): Promise<OpenFolder> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  return open(path, flags).then((handle) => ({ handle, path: hostPath }));
}

/** The steps from the root of the subject's view; null when the path starts elsewhere on the host. */
function stepsOf(path: string, { workspace, tmp }: WalkedFolders): string[] | null {
  if (!isAbsolute(path)) return [INSIDE_WORKSPACE.slice(1), ...segmentsOf(path)];
  // If a sandbox cannot give a command its own view, the command sees host paths.
  for (const [host, inside] of [
    [workspace, INSIDE_WORKSPACE],
    [tmp, INSIDE_TMP],
  ] as const) {
    const below = relative(host, path);
    if (below !== ".." && !below.startsWith(`..${sep}`)) return [inside.slice(1), ...segmentsOf(below)];
  }
  return segmentsOf(path);
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".");
}

const IN_WORDS: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOSPC: "no space left on the disk",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file",
  ELOOP: "not a regular file",
  ENOTDIR: "not a regular file",
  ENXIO: "not a regular file",
};

/** Replaces the system's own message, which would reveal the host path to the subject. */
function describeError({ code = "unknown error" }: NodeJS.ErrnoException): string {
  return IN_WORDS[code] ?? code;
}
