import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type WalkOptions, walkTree } from "../../files/index.ts";
import type { PackedEntry } from "../../store/index.ts";

/** Uploads a file's content and returns its SHA-256. */
export type PutFile = (path: string) => Promise<string>;

/** Packs everything in a folder under `prefix`, except sockets and the like. */
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

/** Uploads files, reading each only once however many jobs need it. */
export function putFiles(put: (path: string, content: Buffer) => Promise<string>): PutFile & { forget(): void } {
  const known = new Map<string, Promise<string>>();
  const one = (path: string) => {
    const putting = known.get(path) ?? readFile(path).then((content) => put(path, content));
    known.set(path, putting);
    return putting;
  };
  return Object.assign(one, { forget: () => known.clear() });
}
