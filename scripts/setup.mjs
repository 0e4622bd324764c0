// Brings a fresh clone to where everything runs: npm packages, and on Debian as root the system packages that tests
// use. Does nothing when there is nothing to do. Uses only what Node itself ships, because nothing else is there yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What a test needs, as a command or a file → the Debian package that has it. */
const SYSTEM_PACKAGES = {
  bwrap: "bubblewrap",
  podman: "podman",
  // podman only recommends it, but does not even import an image without it.
  "/usr/lib/podman/netavark": "netavark",
  runc: "runc",
  mmdebstrap: "mmdebstrap",
  python3: "python3",
  chromium: "chromium",
};

export function setUpNodePackages() {
  const lockHash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".assay-setup");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash) return;
  say("installing npm packages (npm ci)");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(stamp, lockHash);
}

export function setUpSystemPackages() {
  const missing = Object.entries(SYSTEM_PACKAGES).filter(([needed]) => !isThere(needed));
  if (missing.length === 0) return;
  const packages = missing.map(([, debianPackage]) => debianPackage);
  if (process.getuid?.() !== 0 || !isThere("apt-get")) {
    say(`not installed here: ${packages.join(", ")}; tests that need them are skipped and say so`);
    return;
  }
  say(`installing system packages: ${packages.join(", ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["update", "-qq"], env);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], env);
}

function isThere(needed) {
  if (needed.startsWith("/")) return existsSync(needed);
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, needed)));
}

function run(command, args, env = process.env) {
  // Everything that is not the job's own output goes to stderr, so that `npm run demo` can be piped.
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: ["ignore", 2, 2] });
  if (error || status !== 0) {
    console.error(
      `setup: \`${command} ${args.join(" ")}\` failed${error ? `: ${error.message}` : ` with exit code ${status}`}`,
    );
    process.exit(1);
  }
}

function say(text) {
  console.error(`setup: ${text}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setUpNodePackages();
  setUpSystemPackages();
}
