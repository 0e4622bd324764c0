import { readdirSync, readFileSync, statSync } from "node:fs";
import { release } from "node:os";
import { FILE_SIZE_LIMIT } from "./layout.ts";
import type { SandboxLimits } from "./types.ts";

/** What the last words before a command do. */
export interface Descent {
  limits: SandboxLimits;
  /** Whom to become; null to stay who we are. */
  user: number | null;
  workingDirectory: string;
}

/**
 * The words before a command that hide where on the host it is, drop every privilege and set the limits; with `user`, also
 * become that user. They need CAP_SYS_ADMIN, CAP_SYS_CHROOT and CAP_SETPCAP, of which nothing is left when the command starts.
 *
 * The kernel lists a process' mounts, with the host's paths, as far as they are in its mount namespace and below its root. So
 * the command gets a mount namespace of its own, and the root of the first process inside, which stays in the one before:
 * nothing is in both, and the list is empty. What /proc says about the mounts of that first process is covered.
 *
 * Memory is limited by RLIMIT_DATA: it counts what can be written to, so runtimes that only reserve address space
 * (Node, Go, the JVM) still start, which they do not under a limit on the address space.
 */
export function withoutPrivileges({ limits, user, workingDirectory }: Descent): string[] {
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

/** Where /proc tells about the first process inside, which has another view of the mounts and an environment of ours. */
export const TELLTALES = {
  files: ["/proc/1/mountinfo", "/proc/1/mounts", "/proc/1/mountstats", "/proc/1/environ"],
  folders: ["/proc/1/task"],
};

function setLimits({ processes, memoryBytes, reservedBytes = memoryBytes }: SandboxLimits): string {
  const most = atMost("Max processes", processes + countedAlready());
  return [
    // Shells call the limit on processes by one of two letters, and in those that call it `-u`, `-p` cannot be set.
    `{ ulimit -p ${most} 2> /dev/null || ulimit -u ${most}; }`,
    `ulimit -d ${Math.ceil(atMost("Max data size", reservedBytes) / 1024)}`,
    // In blocks of 512 bytes.
    `ulimit -f ${Math.ceil(atMost("Max file size", FILE_SIZE_LIMIT) / 512)}`,
    `ulimit -n ${atMost("Max open files", 1024)}`,
    "ulimit -c 0",
  ].join(" && ");
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
