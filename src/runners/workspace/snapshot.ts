import type { TreeEntry } from "./scan-tree.ts";

/** Uncompressed size, so that the archive always stays below the store's limit for one file. */
const MAX_FILE_BYTES = 20 * 1024 ** 2;
const MAX_BYTES = 60 * 1024 ** 2;

/**
 * Packs a workspace into a tar.gz with equal bytes for equal files. Links are kept as links; special and too large files are
 * omitted and listed.
 */
export async function writeSnapshot(
  workspace: string,
  entries: TreeEntry[],
  target: string,
): Promise<{ omitted: { path: string; kind: TreeEntry["kind"]; reason: string }[] }> {
  const { create } = await import("tar");
  const omitted: { path: string; kind: TreeEntry["kind"]; reason: string }[] = [];
  const paths: string[] = [];
  let room = MAX_BYTES;
  for (const entry of entries) {
    if (entry.kind === "special") continue;
    const bytes = entry.kind === "file" ? entry.bytes : 0;
    if (bytes > MAX_FILE_BYTES || bytes > room) {
      omitted.push({ path: entry.path, kind: entry.kind, reason: `too large for the snapshot (${bytes} bytes)` });
      continue;
    }
    room -= bytes;
    // A bare name that starts with @ would be taken for an archive to include.
    paths.push(`./${entry.path}`);
  }
  const options = { file: target, cwd: workspace, gzip: true, portable: true, noMtime: true, noDirRecurse: true };
  await create(options, paths.length > 0 ? paths : ["."]);
  return { omitted };
}
