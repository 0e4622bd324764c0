import { readFileSync } from "node:fs";
import { FILE_SIZE_LIMIT } from "./layout.ts";
import type { SandboxLimits } from "./types.ts";

/**
 * The words before a command that drop every privilege and set the limits; with `user`, also become that user.
 * Memory is limited by RLIMIT_DATA: it counts what can be written to, so runtimes that only reserve address space
 * (Node, Go, the JVM) still start, which they do not under a limit on the address space.
 */
export function withLimits(limits: SandboxLimits, user: number | null): string[] {
  const become = user === null ? [] : [`--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  return [
    "/usr/bin/setpriv",
    ...become,
    "--bounding-set=-all",
    "--inh-caps=-all",
    "--no-new-privs",
    "--",
    "/usr/bin/prlimit",
    `--nproc=${atMost("Max processes", limits.processes)}`,
    `--data=${atMost("Max data size", limits.memoryBytes)}`,
    `--fsize=${atMost("Max file size", FILE_SIZE_LIMIT)}`,
    `--nofile=${atMost("Max open files", 1024)}`,
    "--core=0",
    "--",
  ];
}

/** Our own hard limit may be lower already, and only the privileged can raise one. */
function atMost(name: string, wanted: number): number {
  let limits = "";
  try {
    limits = readFileSync("/proc/self/limits", "utf8");
  } catch {
    return wanted;
  }
  const line = limits.split("\n").find((candidate) => candidate.startsWith(name));
  const hard = Number(line?.slice(name.length).trim().split(/\s+/)[1]);
  return Number.isFinite(hard) ? Math.min(hard, wanted) : wanted;
}
