import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { sha256 } from "../../text/index.ts";

/**
 * Whether the process that left a name is still there. `elsewhere`: another machine, or a container with process numbers
 * of its own; nobody here can tell.
 */
export type Presence = "running" | "gone" | "elsewhere";

/** What this process writes into the names of its files, so that others can ask later whether it still lives. */
export function nameOfThisProcess(): string {
  return `${machine()}-${process.pid}-${processStart(process.pid) ?? 0}`;
}

/** @param name as `nameOfThisProcess` gave it to its process */
export function presenceOf(name: string): Presence {
  const [host, pid, start] = name.split("-");
  if (host !== machine()) return "elsewhere";
  if (!isProcessAlive(Number(pid))) return "gone";
  // In containers every program is number 1 or 7: only the start tells a process from the one that had its number before.
  return start === "0" || processStart(Number(pid)) === start ? "running" : "gone";
}

/** Whether a process of this machine is still there; one that ended and waits for its parent to notice is not. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return fieldsOf(pid)?.[0] !== "Z";
}

/** When a process started, as the system counts it; null where /proc does not tell. */
export function processStart(pid: number): string | null {
  return fieldsOf(pid)?.[19] ?? null;
}

/** /proc/<pid>/stat from its third field on. The name before it may hold spaces and brackets. */
function fieldsOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

function machine(): string {
  return sha256(hostname()).slice(0, 8);
}
