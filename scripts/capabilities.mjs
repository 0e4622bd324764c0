// The tests' requirements of a machine beyond Node: the one table that the set-up installs from, and that tests are skipped by.
// Uses only what Node itself ships, because the set-up reads it before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))));
const isRoot = process.getuid?.() === 0;

/**
 * Each is a thing in words, and programs or files that have to be there, any of those in a list, with the Debian package that brings them.
 * What is `ours` is installed by the set-up where it may. `obstacle` says what is in the way although everything is there.
 */
export const CAPABILITIES = {
  sandbox: {
    what: "bubblewrap",
    ours: true,
    programs: [program("bwrap", "bubblewrap")],
    obstacle: () => failure("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"]),
  },
  namespaces: {
    what: "namespaces of one's own",
    ours: true,
    programs: [program("unshare", "util-linux")],
    obstacle: () => failure("unshare", ["--map-root-user", "--mount", "--pid", "--fork", "true"]),
  },
  containers: {
    what: "a container engine",
    ours: true,
    programs: [
      program("podman"),
      // podman only recommends it, but does not even import an image without it.
      program("/usr/lib/podman/netavark", "netavark"),
      // Outside an ordinary user's PATH.
      { anyOf: ["runc", "/usr/sbin/runc"], debian: "runc" },
      // An image has files of several users, and an ordinary user needs help to have those.
      ...(isRoot ? [] : [program("newuidmap", "uidmap")]),
    ],
    obstacle: () => lackOfUserIds() ?? failure("podman", ["info"]),
  },
  images: { what: "a maker of images", ours: true, programs: [program("mmdebstrap")] },
  browser: {
    what: "a browser",
    ours: true,
    programs: [
      {
        // The same browser without its windows takes a third of the time.
        anyOf: [
          "chromium-headless-shell",
          "chromium",
          "google-chrome",
          "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ],
        debian: "chromium-headless-shell",
      },
    ],
    // Root has to do without the browser's own sandbox anyway, and then nothing is in its way.
    obstacle: () => (isRoot ? null : failure(pathOf("browser"), ["--headless", "--dump-dom", "about:blank"])),
  },
  python: { what: "Python", ours: true, programs: [program("python3")] },
  git: { what: "git", ours: true, programs: [program("git")] },
  bash: { what: "bash", ours: true, programs: [program("bash")] },
  zsh: { what: "zsh", ours: true, programs: [program("zsh")] },
  fish: { what: "fish", ours: true, programs: [program("fish")] },
  terminal: { what: "script, which makes a terminal", ours: true, programs: [program("script", "bsdutils")] },
  tmux: { what: "tmux", ours: true, programs: [program("tmux")] },
  redis: { what: "a Redis server", ours: true, programs: [program("redis-server")] },
  clone_in_sight: {
    what: "a clone that a sandbox can show",
    ours: false,
    programs: [],
    obstacle: () =>
      root.startsWith("/tmp/")
        ? "a sandbox has a /tmp of its own, and this clone is below it; clone to another folder"
        : null,
  },
  strace: { what: "strace", ours: false, programs: [program("strace")] },
  languages: { what: "C and Perl for attempts to escape", ours: false, programs: [program("gcc"), program("perl")] },
  kernel_headers: {
    what: "the kernel's headers",
    ours: false,
    programs: [program("/usr/include/asm-generic/unistd.h", "linux-libc-dev")],
  },
  root: { what: "root", ours: true, programs: [], obstacle: () => (isRoot ? null : "the tests run as another user") },
  /** Tests find out about these by asking for them. */
  registry: { what: "the npm registry", ours: true, programs: [] },
  agents: { what: "the real agents", ours: true, programs: [] },
};

/** Why this machine does not have it, in a few words; null where it has. */
export function whyLacking(name) {
  const { programs, obstacle } = CAPABILITIES[name];
  const missing = programs.filter(({ anyOf }) => !anyOf.some(find));
  if (missing.length > 0) return `not installed: ${missing.map(({ debian }) => debian).join(", ")}`;
  return obstacle?.() ?? null;
}

/** The Debian packages that the set-up would install. */
export function missingPackages() {
  const programs = Object.values(CAPABILITIES).flatMap(({ ours, programs }) => (ours ? programs : []));
  return programs.filter(({ anyOf }) => !anyOf.some(find)).map(({ debian }) => debian);
}

/** The path of a capability's program. */
export function pathOf(name) {
  return CAPABILITIES[name].programs[0].anyOf.map(find).find(Boolean);
}

/** Finds a program or file, by PATH or by its own path. */
export function find(name) {
  if (name.startsWith("/")) return existsSync(name) ? name : undefined;
  const places = (process.env.PATH ?? "").split(":").map((folder) => join(folder, name));
  return places.find((place) => existsSync(place));
}

function program(name, debian = name) {
  return { anyOf: [name], debian };
}

/** The last thing that a program said before it failed. */
function failure(command, words) {
  const { status, error, stderr } = spawnSync(command, words, { encoding: "utf8", timeout: 60_000 });
  if (status === 0) return null;
  const said = (stderr ?? "").trim().split("\n").at(-1);
  return `${command.split("/").at(-1)} does not work: ${said || error?.message || `exit code ${status}`}`;
}

function lackOfUserIds() {
  if (isRoot) return null;
  const { uid, username } = userInfo();
  const granted = existsSync("/etc/subuid") ? readFileSync("/etc/subuid", "utf8").split("\n") : [];
  const has = granted.some((line) => line.startsWith(`${username}:`) || line.startsWith(`${uid}:`));
  return has ? null : "no line for this user in /etc/subuid and /etc/subgid";
}
