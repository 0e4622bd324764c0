import { readdirSync, readFileSync, statSync } from "node:fs";
import { release } from "node:os";
import { FILE_SIZE_LIMIT } from "./layout.ts";
import type { SandboxLimits } from "./types.ts";

/** Options of the shell prologue that runs before a command. */
export interface PrologueOptions {
  limits: SandboxLimits;
  /** The user to switch to; null to remain ourselves. */
  user: number | null;
  workingDirectory: string;
}

/**
 * Builds the shell prologue that hides the command's location on the host, drops all privileges, sets the limits and, given
 * `user`, switches to it. It needs CAP_SYS_ADMIN, CAP_SYS_CHROOT and CAP_SETPCAP, all gone when the command starts. The kernel
 * lists a process's mounts, with host paths, if they are in its mount namespace and below its root. So the command gets its own
 * mount namespace, but keeps the root of the first process inside, which stays in the previous one: nothing is in both, and the
 * list is empty. The first process's own mount files in /proc are covered. Memory is limited by RLIMIT_DATA, which counts
 * writable memory, so that runtimes that only reserve address space (Node, Go, the JVM) can start; a limit on address space would
 * prevent that.
 */
export function composePrologue({ limits, user, workingDirectory }: PrologueOptions): string[] {
  const become = user === null ? [] : [`--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  return [
    ...[
      "/usr/bin/unshare",
      "--mount",
      "--propagation=unchanged",
      "--root=/proc/1/root",
      `--wd=${workingDirectory}`,
      "--",
    ],
    ...["/usr/bin/setpriv", ...become, "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs", "--"],
    ...["/bin/sh", "-c", `${setLimits(limits)} && exec "$@"`, "sh"],
  ];
}

/** Files in /proc about the first process inside, which has a different view of the mounts and some of our environment. */
export const REVEALING_FILES = {
  files: ["/proc/1/mountinfo", "/proc/1/mounts", "/proc/1/mountstats", "/proc/1/environ"],
  folders: ["/proc/1/task"],
};

function setLimits({ processes, memoryBytes, reservedBytes = memoryBytes }: SandboxLimits): string {
  const most = belowHardLimit("Max processes", processes + countOwnProcesses());
  return [
    // Shells name the process limit `-u` or `-p`, and those with `-u` reject `-p`.
    `{ ulimit -p ${most} 2> /dev/null || ulimit -u ${most}; }`,
    `ulimit -d ${Math.ceil(belowHardLimit("Max data size", reservedBytes) / 1024)}`,
    // In blocks of 512 bytes.
    `ulimit -f ${Math.ceil(belowHardLimit("Max file size", FILE_SIZE_LIMIT) / 512)}`,
    `ulimit -n ${belowHardLimit("Max open files", 1024)}`,
    "ulimit -c 0",
  ].join(" && ");
}

/**
 * Since Linux 5.14 processes are counted per user namespace. Before, all processes of the user count, and a limit that ignored
 * them would prevent any start. Root's commands run as a user of their own, which has none.
 */
function countOwnProcesses(): number {
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

/** Our own hard limit may be lower already, and only privileged processes can raise one. */
function belowHardLimit(name: string, wanted: number): number {
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
