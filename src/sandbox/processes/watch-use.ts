import { statfs } from "node:fs/promises";
import { measureDeletedFiles, measureDiskUse } from "./disk-use.ts";
import { type MemoryGroup, openMemoryGroup } from "./memory-group.ts";
import { listFamily, measureMemory } from "./memory-use.ts";

/** The combined limits of a program and its descendants. Infinity for anything unmonitored. */
export interface Allowance {
  memoryBytes: number;
  diskBytes: number;
  /** Folders whose disk usage counts. */
  folders: readonly string[];
}

export type Excess = "memory_limit" | "disk_limit";

const INTERVAL_MS = 100;
/** Ratio of pause to duration between disk measurements, since measuring many files takes long. */
const REST = 15;
/** Free disk space below which the program is ended, however it hid its writes. */
const LEAST_FREE_BYTES = 128 * 1024 * 1024;

/**
 * Share of its memory limit from which a command is moved to a control group, where the kernel enforces the rest immediately. Not
 * sooner, because moving a process delays every process start on the machine by some milliseconds.
 */
const GROUP_FROM = 1 / 4;

/** The measurements. A test substitutes a disk that never answers. */
export interface UseSources {
  memoryOf: typeof measureMemory;
  diskUseOf: typeof measureDiskUse;
  freeBytes: (folder: string) => Promise<number>;
}

export interface Watch {
  /** Stops monitoring after a final measurement: a command may exceed a limit and end between two measurements. */
  end(): Promise<Excess | null>;
}

/**
 * Monitors the usage of a process and its descendants, and calls `onExcess` when it is too much. The kernel's per-process limits
 * would let a hundred processes take a hundred times as much. Memory and disk are measured separately: memory fills in a moment
 * and must not wait for a disk with many files or a busy machine.
 */
export function watchUse(
  pid: number | undefined,
  { memoryBytes, diskBytes, folders }: Allowance,
  onExcess: (excess: Excess) => void,
  sources: UseSources = { memoryOf: measureMemory, diskUseOf: measureDiskUse, freeBytes },
): Watch {
  const hasProcesses = process.platform === "linux" && pid !== undefined;
  const watchesMemory = hasProcesses && memoryBytes !== Infinity;
  const watchesDisk = diskBytes !== Infinity && folders.length > 0;
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;
  let isExceeded = false;
  let freeBefore = Infinity;
  let group: MemoryGroup | null | undefined;

  const familyNow = async () => (hasProcesses ? await listFamily(pid) : []);
  const tooMuchMemory = async (): Promise<boolean> => {
    const family = await familyNow();
    const used = await sources.memoryOf(family, memoryBytes * GROUP_FROM);
    if (used > memoryBytes || group?.wasExceeded()) return true;
    if (used > memoryBytes * GROUP_FROM && group === undefined) group = openMemoryGroup(memoryBytes - used);
    await group?.takeIn(family);
    if (stopped) void group?.remove();
    return false;
  };

  const tooMuchDisk = async (): Promise<boolean> => {
    const free = await sources.freeBytes(folders[0]!);
    if (free < LEAST_FREE_BYTES && freeBefore >= LEAST_FREE_BYTES) return true;
    if (freeBefore === Infinity) freeBefore = free;
    const inFolders = await sources.diskUseOf(folders, diskBytes);
    return inFolders > diskBytes || inFolders + (await measureDeletedFiles(await familyNow(), folders)) > diskBytes;
  };
  const lookAgain = (excess: Excess, tooMuch: () => Promise<boolean>, rest: number, wait = INTERVAL_MS): void => {
    const look = async (): Promise<void> => {
      const started = performance.now();
      if (await tooMuch()) {
        if (!isExceeded) onExcess(excess);
        isExceeded = true;
      } else if (!stopped && !isExceeded)
        lookAgain(excess, tooMuch, rest, Math.max(INTERVAL_MS, (performance.now() - started) * rest));
    };
    timers.set(excess, setTimeout(() => void look(), wait).unref());
  };
  if (watchesMemory) lookAgain("memory_limit", tooMuchMemory, 1);
  if (watchesDisk) lookAgain("disk_limit", tooMuchDisk, REST);
  return {
    async end() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      const exceeded = group?.wasExceeded();
      void group?.remove();
      if (exceeded) return "memory_limit";
      return watchesDisk && (await sources.diskUseOf(folders, diskBytes)) > diskBytes ? "disk_limit" : null;
    },
  };
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
