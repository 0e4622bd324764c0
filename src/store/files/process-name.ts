import { hostname } from "node:os";
import { isProcessAlive, processStart } from "../../files/index.ts";
import { sha256 } from "../../text/index.ts";

/** State of the process with a name. `elsewhere`: on another machine or in a container with its own process numbers, so unknown. */
export type Presence = "running" | "gone" | "elsewhere";

/** Names this process in its files, so that others can check whether it is alive. */
export function nameOfThisProcess(): string {
  return `${machine()}-${process.pid}-${processStart(process.pid) ?? 0}`;
}

/** @param name as returned by `nameOfThisProcess` */
export function presenceOf(name: string): Presence {
  const [host, pid, start] = name.split("-");
  if (host !== machine()) return "elsewhere";
  if (!isProcessAlive(Number(pid))) return "gone";
  // In containers every program has a pid such as 1 or 7, and only the start time distinguishes them.
  return start === "0" || processStart(Number(pid)) === start ? "running" : "gone";
}

function machine(): string {
  return sha256(hostname()).slice(0, 8);
}
