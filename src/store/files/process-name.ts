import { hostname } from "node:os";
import { isProcessAlive, processStart } from "../../files/index.ts";
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

function machine(): string {
  return sha256(hostname()).slice(0, 8);
}
