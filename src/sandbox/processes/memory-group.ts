import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isOrphan, ownedName, readSystemFile } from "../../files/index.ts";
import { findMemoryGroups, type GroupVersion, type MemoryGroups } from "./find-memory-groups.ts";

/** A control group whose processes share one memory limit enforced by the kernel, for memory of any kind allocated from then on. */
export interface MemoryGroup {
  /** Adds processes, including any they start later. Memory they already have stays counted elsewhere. */
  takeIn(family: readonly number[]): Promise<void>;
  /** True if the kernel killed something because of the limit. */
  wasExceeded(): boolean;
  remove(): Promise<void>;
}

const FILES: Record<GroupVersion, { settings: (bytes: number) => Record<string, string>; events: string }> = {
  2: {
    // With `oom.group` the whole group is killed together, as when we count ourselves.
    settings: (bytes) => ({ "memory.swap.max": "0", "memory.oom.group": "1", "memory.max": String(bytes) }),
    events: "memory.events",
  },
  1: {
    settings: (bytes) => ({ "memory.limit_in_bytes": String(bytes), "memory.memsw.limit_in_bytes": String(bytes) }),
    events: "memory.oom_control",
  },
};
/** Required for a limit; the others may be missing where there is no swap. */
const NEEDED = ["memory.max", "memory.limit_in_bytes"];

let swept = false;

/** Null where we may not create groups, or where groups do not limit memory. */
export function openMemoryGroup(limitBytes: number): MemoryGroup | null {
  const groups = findMemoryGroups();
  if (groups === null || !Number.isFinite(limitBytes)) return null;
  if (!swept) sweep(groups);
  swept = true;
  const folder = join(groups.folder, ownedName("sandbox"));
  const { settings, events } = FILES[groups.version];
  try {
    mkdirSync(folder);
    for (const [name, value] of Object.entries(settings(limitBytes)))
      if (!write(join(folder, name), value) && NEEDED.includes(name)) throw new Error(`${name} cannot be set`);
  } catch {
    removeNow(folder);
    return null;
  }
  return {
    async takeIn(family) {
      const members = new Set(readSystemFile(join(folder, "cgroup.procs")).split("\n"));
      for (const pid of family)
        if (!members.has(String(pid))) await writeFile(join(folder, "cgroup.procs"), String(pid)).catch(() => {});
    },
    wasExceeded: () => /^oom_kill [1-9]/m.test(readSystemFile(join(folder, events))),
    remove: () => remove(folder),
  };
}

/** Removes groups left by killed processes, ending anything that still runs in them. */
function sweep({ folder }: MemoryGroups): void {
  for (const name of readdirSync(folder).filter(isOrphan)) {
    endAll(join(folder, name));
    void remove(join(folder, name));
  }
}

/** Retries, because a group cannot be removed until its last process is gone. */
async function remove(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return await rmdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EBUSY") return;
      endAll(folder);
      await wait(25);
    }
  }
}

function removeNow(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It was never created.
  }
}

function endAll(folder: string): void {
  for (const pid of readSystemFile(join(folder, "cgroup.procs")).split("\n").filter(Boolean)) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
}

function write(file: string, text: string): boolean {
  try {
    writeFileSync(file, text);
    return true;
  } catch {
    return false;
  }
}
