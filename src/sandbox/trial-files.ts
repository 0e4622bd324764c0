import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readdir, readlink } from "node:fs/promises";
import { atEntry, type Refusal, statEntry, type TrialPath, type WalkedFolders, walkTo } from "./trial-walk.ts";

export type { WalkedFolders } from "./trial-walk.ts";

export type OpenedFile = { state: "file"; handle: FileHandle; bytes: number };
export type FolderEntry = { name: string; kind: "file" | "folder" | "link" | "other"; bytes: number; target?: string };

/**
 * Opens a file left by a trial, by the path under which the subject knows it: relative to its workspace, below /workspace or
 * below /tmp. Links are followed as the subject sees them but never out of its two folders, and only regular files are opened, so
 * nothing of the host can be read and nothing can block. The caller closes the handle.
 */
export async function openTrialFile(
  path: string,
  folders: WalkedFolders,
): Promise<OpenedFile | { state: "folder" } | { state: "absent" } | Refusal> {
  return walkTo(path, folders, async (place) => {
    if (place.name === null) return { state: "folder" };
    const stat = await statEntry(place);
    if (stat === null) return { state: "absent" };
    if (stat.isDirectory()) return { state: "folder" };
    if (!stat.isFile()) return { state: "refused", reason: `${path} is ${kindOf(stat)}, not a regular file` };
    const handle = await open(atEntry(place), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const opened = await handle.stat();
    if (opened.isFile()) return { state: "file", handle, bytes: opened.size };
    await handle.close();
    return { state: "refused", reason: `${path} is ${kindOf(opened)}, not a regular file` };
  });
}

/** Determines the type of a path without opening it; links are followed. */
export async function statTrialPath(
  path: string,
  folders: WalkedFolders,
): Promise<
  { state: "file"; bytes: number } | { state: "folder" } | { state: "special" } | { state: "absent" } | Refusal
> {
  return walkTo(path, folders, async (place) => {
    if (place.name === null) return { state: "folder" };
    const stat = await statEntry(place);
    if (stat === null) return { state: "absent" };
    if (stat.isDirectory()) return { state: "folder" };
    return stat.isFile() ? { state: "file", bytes: stat.size } : { state: "special" };
  });
}

/** Writes a file into a trial's folders, creating missing parent folders. */
export async function writeTrialFile(
  path: string,
  content: string,
  folders: WalkedFolders,
  { append = false }: { append?: boolean } = {},
): Promise<{ state: "written"; bytes: number } | { state: "absent" } | Refusal> {
  const bytes = Buffer.from(content, "utf8");
  return walkTo(
    path,
    folders,
    async (place) => {
      if (place.name === null || /[/\\]$/.test(path))
        return { state: "refused", reason: `${path} is a folder, not a file` };
      const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_APPEND } = constants;
      const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | (append ? O_APPEND : 0);
      const handle = await open(atEntry(place), flags, 0o644);
      try {
        if (!(await handle.stat()).isFile()) return { state: "refused", reason: `${path} is not a regular file` };
        if (!append) await handle.truncate(0);
        await handle.writeFile(bytes);
        return { state: "written", bytes: bytes.length };
      } finally {
        await handle.close();
      }
    },
    { makeFolders: true },
  );
}

export async function listTrialFolder(
  path: string,
  folders: WalkedFolders,
): Promise<{ state: "listed"; entries: FolderEntry[] } | { state: "absent" } | { state: "file" } | Refusal> {
  return walkTo(path.endsWith("/") ? path : `${path}/`, folders, async (place) => {
    if (place.name !== null) {
      const stat = await statEntry(place);
      return stat === null ? { state: "absent" } : { state: "file" };
    }
    const names = (await readdir(atEntry(place))).sort();
    const entries = await Promise.all(names.map((name) => describeEntry({ ...place, name })));
    return { state: "listed", entries: entries.filter((entry) => entry !== null) };
  });
}

async function describeEntry(place: TrialPath & { name: string }): Promise<FolderEntry | null> {
  const { name } = place;
  const stat = await statEntry(place);
  if (stat === null) return null;
  if (stat.isSymbolicLink())
    return { name, kind: "link", bytes: 0, target: await readlink(atEntry(place)).catch(() => "") };
  if (stat.isDirectory()) return { name, kind: "folder", bytes: 0 };
  return stat.isFile() ? { name, kind: "file", bytes: stat.size } : { name, kind: "other", bytes: 0 };
}

function kindOf(stat: Stats): string {
  if (stat.isFIFO()) return "a pipe";
  if (stat.isSocket()) return "a socket";
  return stat.isSymbolicLink() ? "a link" : "a device";
}
