// Sets up the real OpenClaw for the tests, and for trying examples/openclaw where no registry is within reach: a thin
// Debian root file system from Debian packages, Node and OpenClaw from the npm registry, imported into podman.
// About two minutes the first time; kept in ~/.cache/assay-openclaw (or $ASSAY_OPENCLAW_CACHE) and free after that.
//
//   node scripts/openclaw-image.mjs             prints {"image": …, "containers_conf": …, "program": …, "folders": …} as JSON
//   node scripts/openclaw-image.mjs 2026.4.15   the same for another version
//
// For the sandbox: `program` is OpenClaw outside of the image, `folders` what it needs, and `node_folder` goes first on its PATH.
//
// Call the container CLI with CONTAINERS_CONF set to the printed file: it mounts Node and OpenClaw read-only, which
// is quicker by a minute than copying their 40,000 files into an image layer.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const NEWEST = "2026.9.6";
const OPENCLAW = process.argv.slice(2).find((word) => /^\d+\.\d+\.\d+/.test(word)) ?? NEWEST;
/** OpenClaw 2026.9.6 takes Node >=24.16 <25 or >=26.1; older versions take it as well. */
const NODE = "24.21.0";
const DEBIAN = "bookworm";
const DEBIAN_PACKAGES = "base-files,dash,bash,coreutils,grep,sed,findutils,libstdc++6,libgcc-s1,libc6,libc-bin";

const recipe = createHash("sha256")
  .update([OPENCLAW, NODE, DEBIAN, DEBIAN_PACKAGES, process.arch].join("\n"))
  .digest("hex")
  .slice(0, 8);
const base = process.env.ASSAY_OPENCLAW_CACHE || join(homedir(), ".cache", "assay-openclaw");
const cache = join(base, `${OPENCLAW}-${recipe}`);
const nodeFolder = `node_modules/node-linux-${process.arch}/bin`;
const image = `localhost/assay-openclaw:${OPENCLAW}-${recipe}`;

/** Does what is missing and says where things are. Two processes at once: the second waits for the first. */
export function openClawImage() {
  mkdirSync(cache, { recursive: true });
  // flock(1) rather than a lock file of our own: the kernel lets go of it however the holder ends.
  run("flock", [join(cache, "lock"), process.execPath, fileURLToPath(import.meta.url), OPENCLAW, "--holding-the-lock"]);
  const parts = { folders: [join(cache, "node"), join(cache, "claw")], node_folder: join(cache, "node", nodeFolder) };
  const program = join(cache, "claw", "node_modules", ".bin", "openclaw");
  return { image, containers_conf: join(cache, "containers.conf"), openclaw: OPENCLAW, program, ...parts };
}

function setUp() {
  once("node", "Node", (target) => npmInstall(target, `node-linux-${process.arch}@${NODE}`));
  once("claw", "OpenClaw", (target) => npmInstall(target, `openclaw@${OPENCLAW}`));
  once("rootfs.tar", "a Debian root file system", (target) =>
    run("mmdebstrap", ["--quiet", "--variant=extract", `--include=${DEBIAN_PACKAGES}`, DEBIAN, target, debianSource()]),
  );
  writeContainersConf();
  importImage();
}

/** The mirror that this machine itself uses, if it is of the same release. */
function debianSource() {
  const own = "/etc/apt/sources.list.d/debian.sources";
  return existsSync(own) && readFileSync(own, "utf8").includes(DEBIAN) ? own : "http://deb.debian.org/debian";
}

/** Made under another name and renamed when complete, so that an interrupted set-up leaves nothing half done. */
function once(name, what, make) {
  if (existsSync(join(cache, name))) return;
  say(`fetching ${what}`);
  const unfinished = join(cache, `unfinished-${name}`);
  rmSync(unfinished, { recursive: true, force: true });
  make(unfinished);
  renameSync(unfinished, join(cache, name));
}

function npmInstall(target, spec) {
  mkdirSync(target, { recursive: true });
  // For older versions: a WhatsApp client takes its cryptography from a Git server, and is not needed here; a later release of an
  // HTML parser needs a package that not every mirror has.
  const overrides = { "@whiskeysockets/baileys": { libsignal: "npm:is-number@7.0.0" }, linkedom: "0.18.12" };
  writeFileSync(join(target, "package.json"), JSON.stringify({ private: true, overrides }));
  // OpenClaw's install script refuses to run under any Node but its own, so the one just fetched goes first.
  const env = { ...process.env, PATH: `${join(cache, "node", nodeFolder)}:${process.env.PATH}` };
  run("npm", ["install", "--prefix", target, "--no-audit", "--no-fund", "--loglevel=error", spec], env);
}

function writeContainersConf() {
  const limit = openFilesLimit();
  const text = `[containers]
default_ulimits = ["nofile=${limit}:${limit}", "nproc=20000:20000"]
volumes = ["${cache}/node:/opt/assay/node:ro", "${cache}/claw:/opt/assay/claw:ro"]

[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;
  const path = join(cache, "containers.conf");
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** Root in a container of its own may not raise this, and podman's default of a million then fails. */
function openFilesLimit() {
  const { stdout } = spawnSync("bash", ["-c", "ulimit -Hn"], { encoding: "utf8" });
  return /^\d+$/.test(stdout.trim()) ? stdout.trim() : "1048576";
}

function importImage() {
  const env = { ...process.env, CONTAINERS_CONF: join(cache, "containers.conf") };
  if (spawnSync("podman", ["image", "exists", image], { env }).status === 0) return;
  say("importing the image into podman");
  const path = `/opt/assay/node/${nodeFolder}:/opt/assay/claw/node_modules/.bin:/usr/bin:/bin`;
  run("podman", ["import", "--quiet", "--change", `ENV PATH=${path}`, join(cache, "rootfs.tar"), image], env);
}

function run(command, args, env = process.env) {
  // The tools' output is progress, not our result.
  const { status, error } = spawnSync(command, args, { env, stdio: ["ignore", 2, 2] });
  if (!error && status === 0) return;
  const why = error ? error.message : `exit code ${status}`;
  if (command !== "flock") say(`\`${command} ${args.join(" ")}\` failed: ${why}`);
  process.exit(1);
}

function say(text) {
  console.error(`openclaw-image: ${text}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--holding-the-lock")) setUp();
  else console.log(JSON.stringify(openClawImage()));
}
