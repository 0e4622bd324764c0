import { dirname } from "node:path";
import { composePrologue, REVEALING_FILES } from "./command-prologue.ts";
import { boundsOf, INSIDE_TMP, INSIDE_WORKSPACE, insideEnvironment } from "./layout.ts";
import { type Launch, supervise } from "./processes/supervise.ts";
import { seccompFilter } from "./seccomp/filter.ts";
import { composeEtcFiles, composeSystemView } from "./system-view.ts";
import { runAsThrowawayUser } from "./throwaway-user.ts";
import type { Sandbox, SandboxCommand } from "./types.ts";

/** The user id of a command when we are an ordinary user; its own user namespace leaves the choice free. */
const INSIDE_USER = 1000;

/** Needed between the first process inside and the command, which has none of them. */
const CAPABILITIES = ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP", "CAP_SYS_ADMIN", "CAP_SYS_CHROOT"];

const SHARED_MEMORY = String(64 * 1024 * 1024);

/** bubblewrap (0.7 or newer): new namespaces of every kind, and an empty root with nothing but the bound paths. */
export function bubblewrap(program: string): Sandbox {
  return {
    kind: "bubblewrap",
    run: (command) =>
      runAsThrowawayUser(command, (user) => supervise(launchOf(program, command, user), boundsOf(command))),
  };
}

function launchOf(program: string, command: SandboxCommand, user: number | null): Launch {
  const view = composeSystemView(command);
  const readOnly = [...view.files, ...(command.readOnly ?? [])];
  const settings = composeEtcFiles(user ?? INSIDE_USER);
  const namespaces = [
    "--unshare-ipc",
    "--unshare-pid",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--hostname",
    "sandbox",
  ];
  if (!command.network) namespaces.push("--unshare-net");
  const ownUser = user === null ? ["--unshare-user", "--uid", String(INSIDE_USER), "--gid", String(INSIDE_USER)] : [];
  const filter = seccompFilter();
  const args = [
    ...["--die-with-parent", "--new-session", "--clearenv", ...namespaces, ...ownUser],
    ...["--cap-drop", "ALL", ...CAPABILITIES.flatMap((name) => ["--cap-add", name])],
    ...foldersAbove(readOnly).flatMap((path) => ["--perms", "0755", "--dir", path]),
    ...view.folders.flatMap((path) => ["--ro-bind", path, path]),
    ...view.links.flatMap(({ path, target }) => ["--symlink", target, path]),
    ...settings.flatMap(({ path }, index) => ["--file", String(4 + index), path]),
    ...["--proc", "/proc"],
    ...REVEALING_FILES.files.flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...REVEALING_FILES.folders.flatMap((path) => ["--tmpfs", path, "--remount-ro", path]),
    ...["--dev", "/dev", "--perms", "1777", "--size", SHARED_MEMORY, "--tmpfs", "/dev/shm"],
    ...["--bind", command.workspace, INSIDE_WORKSPACE, "--bind", command.tmp, INSIDE_TMP],
    ...readOnly.flatMap(({ host, inside }) => ["--ro-bind", host, inside]),
    ...Object.entries(insideEnvironment(command.env)).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", INSIDE_WORKSPACE],
    ...(filter ? ["--seccomp", String(4 + settings.length)] : []),
  ];
  const descent = composePrologue({ limits: command.limits, user, workingDirectory: INSIDE_WORKSPACE });
  return {
    program,
    // Passes host paths through a descriptor, because everyone inside can read this command line.
    args: ["--args", "3", "--", ...descent, ...command.argv],
    env: {},
    endsWithUs: "alone",
    descriptors: [
      args.map((word) => `${word}\0`).join(""),
      ...settings.map(({ text }) => text),
      ...(filter ? [filter] : []),
    ],
  };
}

/** Creates mount points beforehand, outermost first: bubblewrap would make missing folders readable for root only. */
function foldersAbove(mounts: { inside: string }[]): string[] {
  const above = new Set<string>(["/etc"]);
  for (const { inside } of mounts)
    for (let folder = dirname(inside); folder !== "/"; folder = dirname(folder)) above.add(folder);
  return [...above].sort();
}
