import { readdirSync, readFileSync, statSync } from "node:fs";
import { release } from "node:os";
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
    `--nproc=${atMost("Max processes", limits.processes + countedAlready())}`,
    `--data=${atMost("Max data size", limits.memoryBytes)}`,
    `--fsize=${atMost("Max file size", FILE_SIZE_LIMIT)}`,
    `--nofile=${atMost("Max open files", 1024)}`,
    "--core=0",
    "--",
  ];
}

/**
 * Since Linux 5.14 processes are counted per user namespace. Before, all that the user runs anywhere count as well, and a
 * limit that ignores them would let nothing start. Root's commands run as a user of their own, so there it is nobody.
 */
function countedAlready(): number {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  const user = process.getuid?.() ?? 0;
  if (user === 0 || major > 5 || (major === 5 && minor >= 14)) return 0;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => tasksOf(pid, user))
    .reduce((sum, count) => sum + count, 0);
}

function tasksOf(pid: string, user: number): number {
  try {
    return statSync(`/proc/${pid}`).uid === user ? readdirSync(`/proc/${pid}/task`).length : 0;
  } catch {
    return 0;
  }
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
