import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Below the limit, so that not every content that comes makes somebody look again. */
const LEFT = 0.8;

/** What a worker was writing when it was killed; nobody writes for an hour. */
const STALE_MS = 3_600_000;

interface CachedFile {
  path: string;
  bytes: number;
  usedAt: number;
}

/**
 * Removes what was used longest ago until a cache is well below its limit, and what was never finished. Several may do it at a time: a file
 * that is gone is no trouble to anybody, and one that is being read stays until it was.
 */
export async function pruneCache(folder: string, { maxBytes, now }: { maxBytes: number; now: number }): Promise<void> {
  const files = await filesIn(folder);
  const [unfinished, contents] = [files.filter(isUnfinished), files.filter((file) => !isUnfinished(file))];
  for (const { path, usedAt } of unfinished) if (now - usedAt > STALE_MS) await remove(path);
  let bytes = contents.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= maxBytes) return;
  for (const file of contents.sort((one, other) => one.usedAt - other.usedAt)) {
    if (bytes <= maxBytes * LEFT) return;
    await remove(file.path);
    bytes -= file.bytes;
  }
}

/** Only what a cache makes: `ab/ab12…`, 64 digits, and what is on its way there. Nothing else in the folder is touched. */
async function filesIn(folder: string): Promise<CachedFile[]> {
  const files: CachedFile[] = [];
  for (const shelf of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(shelf)) continue;
    for (const name of await namesIn(join(folder, shelf))) {
      if (!/^[0-9a-f]{64}(?:\.[0-9a-f]{12}\.tmp)?$/.test(name) || !name.startsWith(shelf)) continue;
      const path = join(folder, shelf, name);
      const found = await stat(path).catch(() => null);
      if (found?.isFile()) files.push({ path, bytes: found.size, usedAt: found.mtimeMs });
    }
  }
  return files;
}

function isUnfinished({ path }: CachedFile): boolean {
  return path.endsWith(".tmp");
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}
