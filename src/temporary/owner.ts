import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { sha256 } from "../text/index.ts";

/**
 * Names this process in a way that a later one can check: the machine and its process namespace, the process id, and
 * when it started, because process ids come round again. Containers, groups and temporary folders carry it in their names.
 */
const OWNER = `${machine()}-${process.pid}-${startOf(process.pid) ?? "0"}`;

const OWNER_IN_NAME = /^assay-[a-z]+-([0-9a-f]{8})-(\d+)-(\d+)-/;

/** How the names of everything begin that this process makes for a purpose. */
export function ownedPrefix(purpose: string): string {
  return `assay-${purpose}-${OWNER}-`;
}

/** A name that nobody else has. */
export function ownedName(purpose: string): string {
  return `${ownedPrefix(purpose)}${randomBytes(6).toString("hex")}`;
}

/** True for a name that a process of this machine gave and did not live to clean up. */
export function isOrphan(name: string): boolean {
  const [, where, pid, start] = OWNER_IN_NAME.exec(name) ?? [];
  if (where !== machine() || pid === undefined) return false;
  return !isRunning(Number(pid)) || (startOf(Number(pid)) ?? "0") !== start;
}

/** One that was killed and waits for its parent to notice does nothing any more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return fieldsOf(pid)[0] !== "Z";
}

function machine(): string {
  // Two jobs in containers of equal host names may share a folder or a container engine, but never a process namespace.
  return sha256(`${hostname()}\n${orEmpty(() => readlinkSync("/proc/self/ns/pid"))}`).slice(0, 8);
}

/** Start time in clock ticks since boot, the 22nd field of Linux' /proc/<pid>/stat; null elsewhere. */
function startOf(pid: number): string | null {
  return fieldsOf(pid)[19] ?? null;
}

/** The fields from the third on: the second is the program's name in brackets and may itself hold spaces. */
function fieldsOf(pid: number): string[] {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
