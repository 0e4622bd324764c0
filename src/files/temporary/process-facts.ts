import { readSystemFile } from "./system-file.ts";

/** True while a process of this machine exists; a zombie does not count. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is alive, but belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return fieldsOf(pid)[0] !== "Z";
}

/** The start time of a process in clock ticks since boot, because process ids are reused. Null without /proc. */
export function processStart(pid: number): string | null {
  return fieldsOf(pid)[19] ?? null;
}

/** The fields of /proc/<pid>/stat from the third on. The program name before them may contain spaces and brackets. */
function fieldsOf(pid: number): string[] {
  const stat = readSystemFile(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
