import { realpath } from "node:fs/promises";
import { boundsOf, FILE_SIZE_LIMIT, insideEnvironment } from "./layout.ts";
import { supervise } from "./processes/supervise.ts";
import type { Sandbox, SandboxCommand } from "./types.ts";

/**
 * macOS: the kernel denies everything that the profile does not allow. There are no mounts, so the command sees the trial's
 * folders under their own paths, and its temporary folder is `$TMPDIR` rather than /tmp.
 */
export function sandboxExec(program: string): Sandbox {
  return {
    kind: "sandbox_exec",
    async run(command) {
      // The kernel compares real paths: /var is a link to /private/var.
      const [workspace, tmp] = await Promise.all([realpath(command.workspace), realpath(command.tmp)]);
      const kibibytes = (bytes: number): number => Math.ceil(bytes / 1024);
      const limits = [
        `ulimit -u ${command.limits.processes} 2>/dev/null`,
        `ulimit -d ${kibibytes(command.limits.memoryBytes)} 2>/dev/null`,
        // In blocks of 512 bytes.
        `ulimit -f ${Math.ceil(FILE_SIZE_LIMIT / 512)}`,
        "ulimit -c 0",
      ];
      const script = `${limits.join("; ")}; exec "$@"`;
      return supervise(
        {
          program,
          args: ["-p", profileFor({ ...command, workspace, tmp }), "/bin/sh", "-c", script, "sh", ...command.argv],
          cwd: workspace,
          env: insideEnvironment({ HOME: workspace, TMPDIR: tmp, ...command.env }),
          endsWithUs: "with_orphans",
        },
        boundsOf(command),
      );
    },
  };
}

const SYSTEM = [
  "/usr",
  "/bin",
  "/sbin",
  "/System",
  "/Library/Apple",
  "/Library/Developer",
  "/opt/homebrew",
  "/private/var/db/dyld",
  "/private/var/select",
];
const DEVICES = [
  "/dev/null",
  "/dev/zero",
  "/dev/random",
  "/dev/urandom",
  "/dev/fd",
  "/dev/stdin",
  "/dev/stdout",
  "/dev/stderr",
];
const NETWORK_SETTINGS = [
  "/private/etc/resolv.conf",
  "/private/etc/hosts",
  "/private/etc/ssl",
  "/private/var/run/resolv.conf",
];

/** The command's permissions; everything else is denied. */
export function profileFor({ workspace, tmp, readOnly = [], network }: SandboxCommand): string {
  const below = (paths: string[]): string => paths.map((path) => `(subpath ${JSON.stringify(path)})`).join(" ");
  const rules = [
    "(version 1)",
    "(deny default)",
    "(allow process-fork process-exec process-info* sysctl-read mach-lookup signal)",
    // Resolving a path touches every folder above it.
    "(allow file-read-metadata)",
    '(allow file-read* (literal "/"))',
    `(allow file-read* ${below([...SYSTEM, ...readOnly.map(({ host }) => host)])})`,
    `(allow file-read* file-write* ${below([workspace, tmp])})`,
    `(allow file-read* file-write* ${below(DEVICES)})`,
    ...(network ? ["(allow network*)", `(allow file-read* ${below(NETWORK_SETTINGS)})`] : []),
  ];
  return rules.join("\n");
}
