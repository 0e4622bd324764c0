import { openOwnedFolder } from "../files/index.ts";
import { composePrologue, REVEALING_FILES } from "./command-prologue.ts";
import { boundsOf, INSIDE_TMP, INSIDE_WORKSPACE, insideEnvironment } from "./layout.ts";
import { supervise } from "./processes/supervise.ts";
import { composeEtcFiles, composeSystemView } from "./system-view.ts";
import { runAsThrowawayUser } from "./throwaway-user.ts";
import type { Sandbox, SandboxCommand } from "./types.ts";

const PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

/** Does what bubblewrap does, with `unshare`, `mount` and `pivot_root` of util-linux, for systems without bubblewrap. */
export function namespaces(unshare: string): Sandbox {
  return {
    kind: "namespaces",
    run: (command) =>
      runAsThrowawayUser(command, async (user) => {
        const newRoot = openOwnedFolder("root");
        const isolation = ["--mount", "--pid", "--fork", "--kill-child=SIGKILL", "--ipc", "--uts", "--cgroup"];
        if (!command.network) isolation.push("--net");
        if (user === null) isolation.push("--user", "--map-root-user");
        try {
          return await supervise(
            {
              program: unshare,
              // Passes the script through a descriptor, because everyone inside can read this command line.
              args: [...isolation, "--", "/bin/sh", "-c", 'eval "$(cat <&3)"'],
              env: { PATH },
              descriptors: [scriptFor(command, newRoot.path, user)],
              endsWithUs: "alone",
            },
            boundsOf(command),
          );
        } finally {
          await newRoot.remove();
        }
      }),
  };
}

/** Builds a new root, makes all of it read-only except the trial's folders, moves there and runs the command. */
function scriptFor(command: SandboxCommand, newRoot: string, user: number | null): string {
  const view = composeSystemView(command);
  const environment = Object.entries(insideEnvironment(command.env)).map(([name, value]) => `${name}=${value}`);
  const descent = composePrologue({ limits: command.limits, user, workingDirectory: INSIDE_WORKSPACE });
  const bind = (host: string, inside: string): string => `bind ${quote(host)} ${quote(inside)}`;
  return `set -e
root=${quote(newRoot)}
bind() {
  if [ -d "$1" ]; then mkdir -p "$root$2"; elif [ ! -e "$root$2" ]; then mkdir -p "$root\${2%/*}"; : > "$root$2"; fi
  mount --rbind "$1" "$root$2"
}
mount -t tmpfs -o mode=755 sandbox "$root"
mkdir "$root/etc" "$root/dev" "$root/proc" "$root/old"
${view.folders.map((path) => bind(path, path)).join("\n")}
${view.links.map(({ path, target }) => `ln -s ${quote(target)} "$root"${quote(path)}`).join("\n")}
${view.files.map(({ host, inside }) => bind(host, inside)).join("\n")}
${(command.readOnly ?? []).map(({ host, inside }) => bind(host, inside)).join("\n")}
${composeEtcFiles(user ?? 0)
  .map(({ path, text }) => `printf %s ${quote(text)} > "$root"${path}`)
  .join("\n")}
# Each mount keeps the options it has: those of the host cannot be taken away in a user namespace.
while read -r _ _ _ _ point options _; do
  point=$(printf %b "$point")
  kept="$options,"; kept="\${kept#r?,}"; kept="\${kept%,}"
  case "$point" in "$root"/*) mount -o "remount,bind,ro,nosuid,nodev\${kept:+,$kept}" "$point";; esac
done < /proc/self/mountinfo
for device in null zero full random urandom; do bind /dev/$device /dev/$device; done
ln -s /proc/self/fd "$root/dev/fd"; ln -s fd/0 "$root/dev/stdin"; ln -s fd/1 "$root/dev/stdout"; ln -s fd/2 "$root/dev/stderr"
mkdir "$root/dev/shm"; mount -t tmpfs -o mode=1777,size=64m,nosuid,nodev shm "$root/dev/shm"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
for file in ${REVEALING_FILES.files.join(" ")}; do mount --bind /dev/null "$root$file"; done
for folder in ${REVEALING_FILES.folders.join(" ")}; do mount -t tmpfs -o ro,size=4k,mode=555 covered "$root$folder"; done
${bind(command.workspace, INSIDE_WORKSPACE)}
${bind(command.tmp, INSIDE_TMP)}
cd "$root"; pivot_root . old; cd /; umount -l /old; rmdir /old
hostname sandbox 2> /dev/null || true
ip link set lo up 2> /dev/null || true
mount -o remount,bind,ro /
cd /
set +e
exec 3<&-
# In a session of its own: a command that signals its group must not reach those who started it.
env -i ${[...environment, "/usr/bin/setsid", ...descent, ...command.argv].map(quote).join(" ")}
exit $?
`;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
