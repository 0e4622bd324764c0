import { readFile } from "node:fs/promises";

/** A process and all its descendants, by number. Those that were left by their parents are children of the first process inside. */
export async function familyOf(root: number): Promise<number[]> {
  const family = new Set<number>([root]);
  let level = [root];
  while (level.length > 0) {
    const below = (await Promise.all(level.map(childrenOf))).flat().filter((pid) => !family.has(pid));
    for (const pid of below) family.add(pid);
    level = below;
  }
  return [...family];
}

/**
 * The memory that processes hold together, or something above the limit. Only pages that cannot be taken back count: their own, and
 * those they share without a file behind them. A quick look counts a shared page once for every process; only when that is
 * too much, the kernel is asked to divide them.
 */
export async function memoryOf(family: number[], limit: number): Promise<number> {
  const quick = sum(await Promise.all(family.map(countedWhole)));
  return quick <= limit ? quick : sum(await Promise.all(family.map(countedInParts)));
}

async function countedWhole(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return kibibytes(status, "RssAnon") + kibibytes(status, "RssShmem");
}

/** "Proportional": a page that five processes see counts as a fifth for each. */
async function countedInParts(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  // A process that is just ending has no memory map any more; one that we may not look at is counted as a whole.
  return rollup === "" ? countedWhole(pid) : kibibytes(rollup, "Pss_Anon") + kibibytes(rollup, "Pss_Shmem");
}

function kibibytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) * 1024;
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean).map(Number);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
