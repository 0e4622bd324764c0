// `npm run test:nodes`: the unit and end-to-end tests on every version of Node that we promise to work on, fetched as
// npm's `node` packages into .cache/. `npm run test:nodes -- 22 -t packet` takes one version and passes the rest to vitest.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setUpNodePackages, setUpSystemPackages } from "./setup.mjs";

const VERSIONS = ["20", "22", "24"];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

const words = process.argv.slice(2);
const others = words.findIndex((word) => !/^\d+$/.test(word));
const chosen = others === -1 ? words : words.slice(0, others);
const forVitest = words.slice(chosen.length);
const unknown = chosen.find((version) => !VERSIONS.includes(version));
if (unknown) {
  console.error(`test:nodes: not for Node ${unknown}; the versions are ${VERSIONS.join(", ")}`);
  process.exit(2);
}

setUpNodePackages();
await setUpSystemPackages();
const outcomes = (chosen.length > 0 ? chosen : VERSIONS).map(testOn);
for (const { version, passed, seconds } of outcomes)
  console.log(`Node ${version}: ${passed ? "passed" : "FAILED"} in ${seconds} s`);
if (outcomes.some(({ passed }) => !passed)) process.exitCode = 1;

function testOn(major) {
  const folder = nodeFolder(major);
  // First on the PATH, so that whatever the tests start by name is this Node too.
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const node = join(folder, "node");
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim().slice(1);
  console.log(`\nNode ${version}`);
  const startedAt = Date.now();
  const projects = ["--project", "unit", "--project", "e2e"];
  const { status } = spawnSync(node, ["node_modules/vitest/vitest.mjs", "run", ...projects, ...forVitest], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  return { version, passed: status === 0, seconds: Math.round((Date.now() - startedAt) / 1000) };
}

/** The newest release of this line when it was first fetched; remove .cache/nodes for a newer one. */
function nodeFolder(major) {
  const kept = join(root, ".cache", "nodes", major);
  const folder = join(kept, "node_modules", nodePackage, "bin");
  if (existsSync(folder)) return folder;
  console.error(`test:nodes: fetching Node ${major}`);
  // Made under another name and renamed when complete, so that an interrupted download leaves nothing half done.
  const unfinished = `${kept}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const install = ["install", "--prefix", unfinished, "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", [...install, `${nodePackage}@${major}`], { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(1);
  rmSync(kept, { recursive: true, force: true });
  renameSync(unfinished, kept);
  return folder;
}
