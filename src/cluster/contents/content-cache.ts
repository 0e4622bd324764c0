import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pruneCache } from "./prune-cache.ts";

/** Contents that this machine has had before, by their SHA-256. Any number of workers may share the folder. */
export interface ContentCache {
  /** From the folder, else from elsewhere; what is not what its name says counts as not there. */
  get(sha256: string, fetchContent: () => Promise<Buffer | null>): Promise<Buffer | null>;
}

export interface ContentCacheOptions {
  /** What was used longest ago goes when the folder holds more than this. */
  maxBytes: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** The folder is looked at again after so much of its limit was written from here; others write there too. */
const LOOKED_AT_AFTER = 0.05;

export function openContentCache(folder: string, { maxBytes, now = Date.now }: ContentCacheOptions): ContentCache {
  // Others may have filled it.
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

/** A cache that cannot be written is slower, and that is all. */
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
