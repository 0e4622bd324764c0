import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Share of the limit to keep, so that not every new content triggers pruning. */
const LEFT = 0.8;

/** Age of temporary files left by killed workers; no write takes an hour. */
const STALE_MS = 3_600_000;

interface CachedFile {
  path: string;
  bytes: number;
  usedAt: number;
}

/**
 * Removes the least recently used contents until the cache is well below its limit, and unfinished files. Safe to run in several processes:
 * a missing file is ignored, and one being read survives until it is closed.
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

/** Lists only what a cache writes: `ab/ab12…` with 64 digits, and its temporary files. Other files are never touched. */
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
