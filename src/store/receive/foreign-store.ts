import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { RefusedBytesError } from "../../errors/index.ts";
import { walkTree } from "../../files/index.ts";
import { copyForeignFile } from "./foreign-files.ts";
import { quoteForeign } from "./quote-foreign.ts";

/** More than any trial leaves; Assay never writes larger trees. */
const TREE_LIMITS = { entries: 500_000, bytes: 8 * 1024 ** 3, depth: 128 };

/**
 * Lists matching names in a foreign folder, sorted; empty without the folder.
 *
 * @throws RefusedBytesError if the folder is a link or no folder, or an entry has another type
 */
export function namesInForeign(folder: string, pattern: RegExp, wanted: "file" | "folder"): string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory())
    throw new RefusedBytesError(`${quoteForeign(folder)} is ${kindOf(found)}, and should be a folder`, {
      path: folder,
    });
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  for (const name of names) {
    const path = join(folder, name);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry && !(wanted === "file" ? entry.isFile() : entry.isDirectory()))
      throw new RefusedBytesError(`${quoteForeign(path)} is ${kindOf(entry)}, and should be a ${wanted}`, { path });
  }
  return names.sort();
}

/** Refuses a trial's folder with content that Assay never keeps: links outside, pipes, devices, too much. */
export function refuseOddTree(folder: string): void {
  for (const entry of walkTree(folder, { limits: TREE_LIMITS })) {
    const path = join(folder, entry.path);
    if (entry.kind === "special")
      throw new RefusedBytesError(`${quoteForeign(path)} is refused: ${entry.reason}`, { path });
    if (entry.kind === "limit")
      throw new RefusedBytesError(
        `${quoteForeign(folder)} holds more than a trial can leave: too many ${entry.limit}`,
        { path: folder },
      );
    if (entry.kind === "link" && leadsOut(folder, entry.path, entry.target))
      throw new RefusedBytesError(`${quoteForeign(path)} is a link that leads out of its folder`, { path });
  }
}

/** Copies a foreign trial's folder into an empty one: links as links, last, and files with limited permissions. */
export function copyForeignTree(from: string, into: string): void {
  refuseOddTree(from);
  const links: { path: string; target: string }[] = [];
  const folders: { path: string; mode: number }[] = [];
  for (const entry of walkTree(from, { limits: TREE_LIMITS })) {
    const target = join(into, entry.path);
    if (entry.kind === "folder") {
      mkdirSync(target);
      folders.push({ path: target, mode: entry.mode });
    } else if (entry.kind === "link") links.push({ path: target, target: entry.target });
    else if (entry.kind === "file") {
      copyForeignFile(join(from, entry.path), target, { mode: 0o600 });
      chmodSync(target, (entry.mode & 0o755) | 0o400);
    } else
      throw new RefusedBytesError(`${quoteForeign(join(from, entry.path))} changed while it was copied`, {
        path: join(from, entry.path),
      });
  }
  for (const { path, mode } of folders) chmodSync(path, (mode & 0o755) | 0o700);
  for (const { path, target } of links) symlinkSync(target, path);
}

/** Checks a link by its text, and by its actual target if there is one. */
function leadsOut(folder: string, path: string, target: string): boolean {
  if (target.startsWith("/")) return true;
  const ends = normalize(join(dirname(path), target));
  if (ends === ".." || ends.startsWith(`..${sep}`)) return true;
  try {
    const real = realpathSync.native(join(folder, path));
    const root = realpathSync.native(folder);
    return real !== root && !real.startsWith(root + sep);
  } catch {
    return false;
  }
}

function kindOf(found: { isSymbolicLink(): boolean; isDirectory(): boolean; isFile(): boolean }): string {
  if (found.isSymbolicLink()) return "a link";
  if (found.isDirectory()) return "a folder";
  return found.isFile() ? "a file" : "neither a file nor a folder";
}
