import { statfs } from "node:fs/promises";
import { diskUseOf, removedButOpen } from "./disk-use.ts";
import { type MemoryGroup, openMemoryGroup } from "./memory-group.ts";
import { familyOf, memoryOf } from "./memory-use.ts";

/** What a program and its descendants may use together. Infinity for what nobody watches. */
export interface Allowance {
  memoryBytes: number;
  diskBytes: number;
  /** What is on the disk in these folders counts. */
  folders: readonly string[];
}

export type Excess = "memory_limit" | "disk_limit";

const INTERVAL_MS = 100;
/** Looking at many files takes long; this share of the time at most is spent on it. */
const REST = 15;
/** When so little is left on the disk, whoever made it so is ended, however it hid what it wrote. */
const LEAST_FREE_BYTES = 128 * 1024 * 1024;

/**
 * From this share of its memory on, a command is put into a control group, where the kernel holds it to the rest at once. Not before:
 * taking a process into a group holds up every start of a process on the machine for some milliseconds.
 */
const GROUP_FROM = 1 / 4;

export interface Watch {
  /** Stops watching, after a last look: a command may have gone beyond and ended between two looks. */
  end(): Promise<Excess | null>;
}

/**
 * Looks at what a process and its descendants use while they run, and calls `onExcess` when it is too much. Limits that the
 * kernel has for each process alone would let a hundred processes take a hundred times as much.
 */
export function watchUse(pid: number | undefined, allowed: Allowance, onExcess: (excess: Excess) => void): Watch {
  const { memoryBytes, diskBytes, folders } = allowed;
  const hasProcesses = process.platform === "linux" && pid !== undefined;
  const watchesMemory = hasProcesses && memoryBytes !== Infinity;
  const watchesDisk = diskBytes !== Infinity && folders.length > 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let freeBefore = Infinity;
  let group: MemoryGroup | null | undefined;

  const tooMuchMemory = async (family: number[]): Promise<boolean> => {
    const used = await memoryOf(family, memoryBytes * GROUP_FROM);
    if (used > memoryBytes || group?.wasExceeded()) return true;
    if (used > memoryBytes * GROUP_FROM && group === undefined) group = openMemoryGroup(memoryBytes - used);
    await group?.takeIn(family);
    if (stopped) void group?.remove();
    return false;
  };

  const tooMuchDisk = async (family: number[]): Promise<boolean> => {
    const free = await freeBytes(folders[0]!);
    if (free < LEAST_FREE_BYTES && freeBefore >= LEAST_FREE_BYTES) return true;
    if (freeBefore === Infinity) freeBefore = free;
    const inFolders = await diskUseOf(folders, diskBytes);
    return inFolders > diskBytes || inFolders + (await removedButOpen(family, folders)) > diskBytes;
  };
  const look = async (): Promise<void> => {
    const started = performance.now();
    const family = hasProcesses ? await familyOf(pid) : [];
    if (watchesMemory && (await tooMuchMemory(family))) onExcess("memory_limit");
    else if (watchesDisk && (await tooMuchDisk(family))) onExcess("disk_limit");
    else if (!stopped) again(Math.max(INTERVAL_MS, (performance.now() - started) * REST));
  };
  const again = (wait: number): void => {
    timer = setTimeout(() => void look(), wait).unref();
  };
  if (watchesMemory || watchesDisk) again(INTERVAL_MS);
  return {
    async end() {
      stopped = true;
      clearTimeout(timer);
      const exceeded = group?.wasExceeded();
      void group?.remove();
      if (exceeded) return "memory_limit";
      return watchesDisk && (await diskUseOf(folders, diskBytes)) > diskBytes ? "disk_limit" : null;
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
