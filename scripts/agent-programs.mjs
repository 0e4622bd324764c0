// Sets up the real Claude Code, Codex and Gemini CLI for the tests, and for trying examples/agents where no registry of images is
// within reach: all from the npm registry, in a folder that is kept in ~/.cache/assay-agents (or $ASSAY_AGENTS_CACHE).
// Half a minute the first time, and free after that.
//
//   node scripts/agent-programs.mjs           prints {"folder": …, "claude": …, "codex": …, "gemini": …, "versions": …} as JSON
//   node scripts/agent-programs.mjs --image   also {"image": …, "containers_conf": …}: the image of openclaw-image.mjs
//
// Call the container CLI with CONTAINERS_CONF set to the printed file: it mounts the folder read-only, at /opt/assay/agents.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openClawImage } from "./openclaw-image.mjs";

const VERSIONS = { "@anthropic-ai/claude-code": "2.1.325", "@openai/codex": "0.166.0", "@google/gemini-cli": "0.61.0" };
const PACKAGES = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);

const recipe = createHash("sha256")
  .update([...PACKAGES, process.platform, process.arch].join("\n"))
  .digest("hex")
  .slice(0, 8);
const base = process.env.ASSAY_AGENTS_CACHE || join(homedir(), ".cache", "assay-agents");
const cache = join(base, recipe);
const folder = join(cache, "programs");
const INSIDE = "/opt/assay/agents";

/** Does what is missing and says where things are. Two processes at once: the second waits for the first. */
export function agentPrograms() {
  mkdirSync(cache, { recursive: true });
  // flock(1) rather than a lock file of our own: the kernel lets go of it however the holder ends.
  run("flock", [join(cache, "lock"), process.execPath, fileURLToPath(import.meta.url), "--holding-the-lock"]);
  const program = (name) => join(folder, "node_modules", ".bin", name);
  return { folder, claude: program("claude"), codex: program("codex"), gemini: program("gemini"), versions: VERSIONS };
}

function setUp() {
  if (existsSync(folder)) return;
  say(`fetching ${PACKAGES.join(", ")}`);
  const unfinished = join(cache, "unfinished-programs");
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, "package.json"), JSON.stringify({ private: true }));
  run("npm", ["install", "--prefix", unfinished, "--no-audit", "--no-fund", "--loglevel=error", ...PACKAGES]);
  // Made under another name and renamed when complete, so that an interrupted set-up leaves nothing half done.
  renameSync(unfinished, folder);
}

/** The image with Debian and Node that OpenClaw's tests use, and the folder of the programs beside it. */
function imageWithPrograms() {
  const { image, containers_conf } = openClawImage();
  const text = readFileSync(containers_conf, "utf8").replace("volumes = [", `volumes = ["${folder}:${INSIDE}:ro", `);
  const path = join(cache, "containers.conf");
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    writeFileSync(`${path}.${process.pid}`, text);
    renameSync(`${path}.${process.pid}`, path);
  }
  return { image, containers_conf: path, folder_inside: INSIDE };
}

function run(command, args) {
  // The tools' output is progress, not our result.
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", 2, 2] });
  if (!error && status === 0) return;
  if (command !== "flock")
    say(`\`${command} ${args.join(" ")}\` failed: ${error ? error.message : `exit code ${status}`}`);
  process.exit(1);
}

function say(text) {
  console.error(`agent-programs: ${text}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--holding-the-lock")) setUp();
  else {
    const programs = agentPrograms();
    console.log(JSON.stringify(process.argv.includes("--image") ? { ...programs, ...imageWithPrograms() } : programs));
  }
}
