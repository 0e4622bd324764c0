import { randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { sha256 } from "../../text/index.ts";
import { isProcessAlive, processStart } from "./process-facts.ts";

/** Placeholder for systems that do not report start times. */
const UNKNOWN_START = "0";

/** Computed once per process, because looking for leftovers compares it with every name in a folder of perhaps thousands. */
const MACHINE = machine();
/**
 * Identifies this process verifiably: machine and process namespace, process id, and start time, because process ids are reused.
 * Names of containers, groups and temporary folders carry it.
 */
const OWNER = `${MACHINE}-${process.pid}-${processStart(process.pid) ?? UNKNOWN_START}`;

const OWNER_IN_NAME = /^assay-[a-z]+-([0-9a-f]{8})-(\d+)-(\d+)-/;

/** The common prefix of all names this process makes for a purpose. */
export function ownedPrefix(purpose: string): string {
  return `assay-${purpose}-${OWNER}-`;
}

/** A unique name for a purpose. */
export function ownedName(purpose: string): string {
  return `${ownedPrefix(purpose)}${randomBytes(6).toString("hex")}`;
}

/** True for a name made by a process of this machine that died before cleaning up. */
export function isOrphan(name: string): boolean {
  return isOrphanBy(name, { isProcessAlive, processStart });
}

/**
 * Like `isOrphan`, from given facts about processes. An unknown start time, as when too many files are open, does not prove that
 * the owner is gone: files that a living process needs must never be removed.
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
  // Jobs in containers of equal host names may share a folder or a container engine, but never a process namespace.
  return sha256(`${hostname()}\n${processNamespace()}`).slice(0, 8);
}

function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
