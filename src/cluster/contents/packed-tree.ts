import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type WalkOptions, walkTree } from "../../trees/index.ts";

/** Something in a folder, as it travels: files by the SHA-256 of their bytes. */
export type PackedEntry =
  | { kind: "file"; path: string; sha256: string; mode: number }
  | { kind: "folder"; path: string; mode: number }
  | { kind: "link"; path: string; target: string };

/** Makes a file's content available to others; its SHA-256. */
export type PutFile = (path: string) => Promise<string>;

/** A content by its SHA-256. */
export type FetchContent = (sha256: string) => Promise<Buffer>;

/** Everything in a folder, under `prefix`; sockets and the like are left out. */
export async function packTree(
  folder: string,
  prefix: string,
  put: PutFile,
  leaveOut?: WalkOptions["leaveOut"],
): Promise<PackedEntry[]> {
  const entries: PackedEntry[] = [{ kind: "folder", path: prefix, mode: 0o755 }];
  for (const entry of walkTree(folder, { leaveOut })) {
    const path = join(prefix, entry.path);
    if (entry.kind === "folder") entries.push({ kind: "folder", path, mode: entry.mode });
    else if (entry.kind === "link") entries.push({ kind: "link", path, target: entry.target });
    else if (entry.kind === "file")
      entries.push({ kind: "file", path, mode: entry.mode, sha256: await put(join(folder, entry.path)) });
  }
  return entries;
}

/** Puts what was packed into a folder, with the modes that it had. */
export async function unpackTree(
  entries: readonly PackedEntry[],
  folder: string,
  fetchContent: FetchContent,
): Promise<void> {
  const folders: { path: string; mode: number }[] = [];
  for (const entry of entries) {
    const target = join(folder, entry.path);
    if (!`${target}/`.startsWith(`${folder}/`)) throw new Error(`${entry.path} leads out of its folder`);
    if (entry.kind === "folder") {
      await mkdir(target, { recursive: true });
      folders.push({ path: target, mode: entry.mode });
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    if (entry.kind === "link") await symlink(entry.target, target);
    else {
      await writeFile(target, await fetchContent(entry.sha256), { flag: "wx" });
      await chmod(target, entry.mode);
    }
  }
  // Last and inner ones first, because a folder without write permission could not be filled otherwise.
  for (const { path, mode } of folders.reverse()) await chmod(path, mode);
}

/** Reads a file and puts its content; a file that many jobs need is read once. */
export function putFiles(put: (path: string, content: Buffer) => Promise<string>): PutFile & { forget(): void } {
  const known = new Map<string, Promise<string>>();
  const one = (path: string) => {
    const putting = known.get(path) ?? readFile(path).then((content) => put(path, content));
    known.set(path, putting);
    return putting;
  };
  return Object.assign(one, { forget: () => known.clear() });
}
