import { readFile } from "node:fs/promises";

/** A process and all its descendants, by id. Orphans become children of the first process inside. */
export async function listFamily(root: number): Promise<number[]> {
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
 * Total memory of processes, or some value above the limit. Counts only memory that cannot be reclaimed: private pages, and
 * shared pages without a file. A cheap measurement counts a shared page once per process; only if that exceeds the limit is the
 * kernel asked to apportion them.
 */
export async function measureMemory(family: number[], limit: number): Promise<number> {
  const quick = sum(await Promise.all(family.map(countedWhole)));
  return quick <= limit ? quick : sum(await Promise.all(family.map(countedInParts)));
}

async function countedWhole(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return kibibytes(status, "RssAnon") + kibibytes(status, "RssShmem");
}

/** Proportional: a page shared by five processes counts one fifth for each. */
async function countedInParts(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  // An exiting process no longer has a memory map; one we may not inspect is counted in full.
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
