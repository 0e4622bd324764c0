import { randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { sha256 } from "../text/index.ts";
import { isProcessAlive, processStart } from "./process-facts.ts";

/**
 * Names this process in a way that a later one can check: the machine and its process namespace, the process id, and
 * when it started, because process ids come round again. Containers, groups and temporary folders carry it in their names.
 */
const OWNER = `${machine()}-${process.pid}-${processStart(process.pid) ?? "0"}`;

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
  return !isProcessAlive(Number(pid)) || (processStart(Number(pid)) ?? "0") !== start;
}

function machine(): string {
  // Two jobs in containers of equal host names may share a folder or a container engine, but never a process namespace.
  return sha256(`${hostname()}\n${processNamespace()}`).slice(0, 8);
}

function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
