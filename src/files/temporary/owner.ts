import { randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { sha256 } from "../../text/index.ts";
import { isProcessAlive, processStart } from "./process-facts.ts";

/** Where the system does not tell when this process started. */
const UNKNOWN_START = "0";

/** Of the whole process: whoever looks for leftovers compares it with every name in a folder that may hold thousands. */
const MACHINE = machine();
/**
 * Names this process in a way that a later one can check: the machine and its process namespace, the process id, and
 * when it started, because process ids come round again. Containers, groups and temporary folders carry it in their names.
 */
const OWNER = `${MACHINE}-${process.pid}-${processStart(process.pid) ?? UNKNOWN_START}`;

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
  return isOrphanBy(name, { isProcessAlive, processStart });
}

/**
 * The same by what the system tells. A start that it does not tell, because too many files are open for example, is no sign that the owner is
 * another process: what a living one still needs must never be removed.
 */
export function isOrphanBy(name: string, system: ProcessFacts): boolean {
  const [, where, owner, start] = OWNER_IN_NAME.exec(name) ?? [];
  if (where !== MACHINE || owner === undefined) return false;
  const pid = Number(owner);
  if (!system.isProcessAlive(pid)) return true;
  const found = system.processStart(pid);
  return start !== UNKNOWN_START && found !== null && found !== start;
}

interface ProcessFacts {
  isProcessAlive(pid: number): boolean;
  processStart(pid: number): string | null;
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
