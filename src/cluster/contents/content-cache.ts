import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pruneCache } from "./prune-cache.ts";

/** Caches contents by their SHA-256 in a folder that several workers may share. */
export interface ContentCache {
  /** Reads from the folder, or else fetches. Content that does not match its hash counts as missing. */
  get(sha256: string, fetchContent: () => Promise<Buffer | null>): Promise<Buffer | null>;
}

export interface ContentCacheOptions {
  /** Beyond this, the least recently used contents are removed. */
  maxBytes: number;
  /** In milliseconds since 1970. */
  now?: () => number;
}

/** Share of the limit that may be written before the folder is measured again, as others write there too. */
const LOOKED_AT_AFTER = 0.05;

export function openContentCache(folder: string, { maxBytes, now = Date.now }: ContentCacheOptions): ContentCache {
  // Measure the folder before the first write, since others may have filled it.
  let written = Number.POSITIVE_INFINITY;
  let pruning: Promise<void> | null = null;

  async function makeRoom(bytes: number): Promise<void> {
    written += bytes;
    if (written <= maxBytes * LOOKED_AT_AFTER) return;
    written = 0;
    pruning ??= pruneCache(folder, { maxBytes, now: now() }).finally(() => {
      pruning = null;
    });
    await pruning;
  }

  return {
    async get(sha256, fetchContent) {
      const path = join(folder, sha256.slice(0, 2), sha256);
      const cached = await readFile(path).catch(() => null);
      if (cached && createHash("sha256").update(cached).digest("hex") === sha256) {
        await utimes(path, now() / 1000, now() / 1000).catch(() => {});
        return cached;
      }
      const fetched = await fetchContent();
      if (fetched && fetched.length <= maxBytes) {
        await keep(path, fetched);
        await makeRoom(fetched.length);
      }
      return fetched;
    },
  };
}

/** Writes a content; failures are ignored, as the cache only saves time. */
async function keep(path: string, content: Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(temporary, content, { flag: "wx" });
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => {});
  }
}
