import { readSystemFile } from "./system-file.ts";

/** Whether a process of this machine is still there; one that ended and waits for its parent to notice is not. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return fieldsOf(pid)[0] !== "Z";
}

/** When a process started, in clock ticks since boot: process ids come round again. Null where /proc does not tell. */
export function processStart(pid: number): string | null {
  return fieldsOf(pid)[19] ?? null;
}

/** /proc/<pid>/stat from its third field on. The program's name before it may hold spaces and brackets. */
function fieldsOf(pid: number): string[] {
  const stat = readSystemFile(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
