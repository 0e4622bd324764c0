import { lstatSync, opendirSync, type Stats, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";

/** Minimum size counted per file and folder, because millions of empty ones fill a disk too. */
const LEAST_BYTES = 4096;
/** Entries visited before yielding to the event loop. */
const AT_A_TIME = 256;

/**
 * Measures the disk usage of folders in blocks, so that sparse files count only what they hold. Stops once the limit is exceeded.
 * A path too long to follow counts as infinite, because anything could be behind it.
 */
export async function measureDiskUse(folders: readonly string[], limit: number): Promise<number> {
  const waiting = [...folders];
  const linked = new Set<string>();
  let bytes = 0;
  let looked = 0;
  while (waiting.length > 0 && bytes <= limit) {
    for (const path of entriesOf(waiting.pop()!)) {
      if (++looked % AT_A_TIME === 0) await otherWork();
      const found = statOf(path);
      if (found === "too_long") return Infinity;
      if (found === null || isSeenAgain(found, linked)) continue;
      bytes += Math.max(found.blocks * 512, LEAST_BYTES);
      if (found.isDirectory()) waiting.push(path);
      if (bytes > limit) break;
    }
  }
  return bytes;
}

/**
 * Measures deleted files that processes still hold open on the same disk: a file can be deleted and still be written to. Requires
 * /proc.
 */
export async function measureDeletedFiles(family: readonly number[], folders: readonly string[]): Promise<number> {
  const disks = new Set(folders.map((folder) => followed(folder)?.dev));
  const seen = new Set<string>();
  let bytes = 0;
  for (const pid of family) {
    for (const descriptor of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const found = followed(`/proc/${pid}/fd/${descriptor}`);
      if (!found?.isFile() || found.nlink > 0 || !disks.has(found.dev) || seen.has(keyOf(found))) continue;
      seen.add(keyOf(found));
      bytes += found.blocks * 512;
    }
    await otherWork();
  }
  return bytes;
}

function* entriesOf(folder: string): Generator<string> {
  let opened: ReturnType<typeof opendirSync>;
  try {
    opened = opendirSync(folder);
  } catch {
    // Gone meanwhile, or not readable for us.
    return;
  }
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) yield join(folder, entry.name);
  } finally {
    opened.closeSync();
  }
}

function statOf(path: string): Stats | null | "too_long" {
  try {
    return lstatSync(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENAMETOOLONG" ? "too_long" : null;
  }
}

function followed(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** Counts a file with several hard links once. */
function isSeenAgain(found: Stats, linked: Set<string>): boolean {
  if (found.nlink < 2 || found.isDirectory()) return false;
  if (linked.has(keyOf(found))) return true;
  linked.add(keyOf(found));
  return false;
}

function keyOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
