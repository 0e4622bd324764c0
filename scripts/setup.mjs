// Brings a fresh clone to where everything runs: npm packages, and on Debian the system packages that tests use, for which
// it asks. Does nothing when there is nothing to do. Uses only what Node itself ships, because nothing else is there yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { find, missingPackages } from "./capabilities.mjs";
import { decideSetUp } from "./setup-decision.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function setUpNodePackages() {
  const lockHash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".assay-setup");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash) return;
  say("installing npm packages (npm ci)");
  const failure = failureOf(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (failure !== null) {
    say(`\`npm ci\` failed: ${failure}`);
    process.exit(1);
  }
  writeFileSync(stamp, lockHash);
}

export async function setUpSystemPackages() {
  const packages = missingPackages();
  const decision = decideSetUp({
    packages,
    isRoot: process.getuid?.() === 0,
    isInteractive: Boolean(process.stdin.isTTY && process.stderr.isTTY) && process.env.CI !== "true",
    hasApt: find("apt-get") !== undefined,
    hasSudo: find("sudo") !== undefined,
  });
  if (decision.say) say(decision.say);
  if (decision.install === "never") return;
  if (decision.install === "if_agreed" && !(await agreesTo(decision.question))) return;
  install(packages, decision.before);
}

async function agreesTo(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`setup: ${question} [y/N] `).catch(() => "");
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Tests start a server of their own when they need one: the service of a package is started neither now nor at the next boot. */
const INSTALL = `set -e
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap "rm -f $policy" EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends "$@"
case " $* " in *" redis-server "*) systemctl disable redis-server 2> /dev/null || true ;; esac`;

function install(packages, before) {
  const failure = failureOf([...before, "sh", "-c", INSTALL, "sh", ...packages]);
  if (failure === null) return;
  // Without a network, say. Tests say what they skip, and in CI they may not.
  say(`system packages could not be installed (${failure}): ${packages.join(", ")}`);
}

function failureOf([command, ...args]) {
  // Everything that is not the job's own output goes to stderr, so that `npm run demo` can be piped.
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (error) return error.message;
  return status === 0 ? null : `exit code ${status}`;
}

function say(text) {
  console.error(`setup: ${text}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setUpNodePackages();
  await setUpSystemPackages();
}
