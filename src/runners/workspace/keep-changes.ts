import { lstat, readlink, rm, rmdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { copyTree, openOwnedFolder, walkTree } from "../../files/index.ts";
import type { OutputArtifact } from "../../records/index.ts";
import type { PlannedFile } from "../request/planned-workspace.ts";
import { findRootState } from "./open-inside.ts";
import { scanTree, type TreeEntry } from "./scan-tree.ts";
import { changesBetween } from "./workspace-changes.ts";
import { diffWorkspace } from "./workspace-diff.ts";

/** A workspace's state before the first turn, out of the subject's sight. */
export interface BeforeWorkspace {
  folder: string;
  entries: TreeEntry[];
  remove(): Promise<void>;
}

const SCAN_LIMITS = { maxEntries: 50_000, maxHashedBytes: 4 * 1024 ** 3 };

/** Limits of setup's files that the subject left unchanged and that are kept for checks; the store reserves room for the subject's own. */
const KEPT_OF_SETUP = { files: 2_000, bytes: 64 * 1024 ** 2 };

/** Copies a workspace for comparison; null when it is too large to compare. */
export async function rememberWorkspace(workspace: string): Promise<BeforeWorkspace | null> {
  const { path: folder, remove } = openOwnedFolder("before");
  await copyTree(workspace, folder);
  const { entries, truncated } = await scanTree(folder, SCAN_LIMITS);
  if (!truncated) return { folder, entries, remove };
  await remove();
  return null;
}

/** The changes kept from a workspace that was given files. */
export interface KeptChanges {
  changed: string[];
  /** Includes given files that setup deleted. */
  deleted: string[];
  /** The subject's changes and deletions of given files, as a text; empty if there are none. */
  diff: string;
  /** Artifacts that stay and are not the subject's; sizes and hashes are determined when they are stored. */
  artifacts: OutputArtifact[];
  setupFilesNotKept: number;
}

/**
 * Removes files that the subject found and left unchanged, so that only its own work is kept. The case's files are not lost,
 * since they belong to the case. Setup's files stay for the checks, under separate names.
 */
export async function keepChanges(
  workspace: string,
  before: BeforeWorkspace,
  given: readonly PlannedFile[],
): Promise<KeptChanges> {
  const root = await findRootState(workspace);
  const now = root === "folder" ? await scanTree(workspace, SCAN_LIMITS) : NOTHING_LEFT;
  const all = changesBetween(before.entries, now.entries);
  // If the listing ends early, a file missing from it may still exist.
  const changes = all.filter(({ kind }) => kind === "changed" || (kind === "deleted" && !now.truncated));
  const diff = await diffWorkspace(changes, { before: before.folder, after: workspace }, now.truncated);
  const touched = new Set(all.map(({ path }) => path));
  const left = now.entries.filter(({ path }) => !touched.has(path));
  const wanted = await targetsOfLinks(workspace, now.entries, touched);
  const sorted = sortOut(left, given, wanted);
  for (const path of sorted.remove) await rm(join(workspace, path), { force: true });
  if (root === "folder") await removeEmptied(workspace, before.folder);
  const present = new Set(now.entries.map(({ path }) => path));
  return {
    diff,
    artifacts: sorted.artifacts,
    setupFilesNotKept: sorted.setupFilesNotKept,
    changed: changes.flatMap(({ kind, path }) => (kind === "changed" ? [path] : [])),
    deleted: now.truncated
      ? []
      : given.flatMap((file) => ("folder" in file || present.has(file.path) ? [] : [file.path])),
  };
}

const NOTHING_LEFT = { entries: [], truncated: false };

/** Divides unchanged files into those to remove and those to keep under new names. */
function sortOut(left: readonly TreeEntry[], given: readonly PlannedFile[], wanted: (path: string) => boolean) {
  const asGiven = new Map(given.map((file) => [file.path, file]));
  const remove: string[] = [];
  const artifacts: OutputArtifact[] = [];
  let setupFilesNotKept = 0;
  let bytes = 0;
  const stays = (artifact_type: string, path: string) =>
    artifacts.push({ artifact_type, path: `workspace/${path}`, bytes: 0, sha256: "" });
  for (const entry of left) {
    const isGiven = isSameAs(asGiven.get(entry.path), entry);
    if (isGiven && !wanted(entry.path)) remove.push(entry.path);
    else if (isGiven) stays("given_file", entry.path);
    else if (entry.kind !== "file") continue;
    else if (artifacts.length >= KEPT_OF_SETUP.files || bytes + entry.bytes > KEPT_OF_SETUP.bytes) {
      setupFilesNotKept += 1;
      remove.push(entry.path);
    } else {
      bytes += entry.bytes;
      stays("setup_file", entry.path);
    }
  }
  return { remove, artifacts, setupFilesNotKept };
}

function isSameAs(given: PlannedFile | undefined, entry: TreeEntry): boolean {
  if (given === undefined || "folder" in given) return false;
  if ("link" in given) return entry.kind === "link" && entry.target === given.link;
  return entry.kind === "file" && entry.sha256 === given.sha256 && entry.executable === ((given.mode & 0o100) !== 0);
}

/** Targets of the subject's links to given files, which are kept because a dangling link would not be. */
async function targetsOfLinks(workspace: string, entries: readonly TreeEntry[], touched: ReadonlySet<string>) {
  const targets: string[] = [];
  for (const entry of entries)
    if (entry.kind === "link" && touched.has(entry.path)) {
      const target = await readlink(join(workspace, entry.path)).catch(() => entry.target);
      const below = target.replace(/^\/workspace(?=\/|$)/, "");
      targets.push(
        below === target && !target.startsWith("/")
          ? posix.normalize(posix.join(posix.dirname(entry.path), target))
          : posix.normalize(`.${below}`),
      );
    }
  return (path: string) =>
    targets.some((target) => target === "." || path === target || path.startsWith(`${target.replace(/\/$/, "")}/`));
}

/** Removes folders that existed before and are now empty; the subject's own empty folders stay. */
async function removeEmptied(workspace: string, before: string): Promise<void> {
  const folders = [...walkTree(workspace)].flatMap(({ kind, path }) => (kind === "folder" ? [path] : []));
  for (const path of folders.reverse()) {
    const was = await lstat(join(before, path)).catch(() => null);
    if (was?.isDirectory()) await rmdir(join(workspace, path)).catch(() => {});
  }
}
