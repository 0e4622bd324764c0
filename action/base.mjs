import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * What the gate gets as its base: a commit that is here, or with `run-base` a checkout in which everything was run and judged. Null when there is nothing to hold
 * results against.
 */
export function findBase(around, assay, note) {
  const wanted = around.base || around.pull?.baseRef;
  if (!wanted || wanted === "none") return null;
  const commit = commitOf(wanted);
  if (commit === null) {
    note(`The base ${wanted} could not be fetched, so results are not held against it.`);
    return null;
  }
  return around.runBase ? runThere(around, commit, assay) : commit;
}

/** Workflows fetch one commit only; the base's may have to be fetched. */
function commitOf(name) {
  const known = git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  if (known !== null) return known;
  if (git(["fetch", "--quiet", "--no-tags", "--depth=1", "origin", "--end-of-options", name]) === null) return null;
  return git(["rev-parse", "--verify", "--quiet", "FETCH_HEAD^{commit}"]);
}

/** In a checkout of its own, with a copy of the store, so that only what is missing is paid for. */
function runThere(around, commit, assay) {
  const folder = join(around.temporary, "assay-base");
  git(["worktree", "remove", "--force", folder]);
  rmSync(folder, { recursive: true, force: true });
  if (git(["worktree", "add", "--detach", "--quiet", folder, commit]) === null) return commit;
  const inside = join(folder, git(["rev-parse", "--show-prefix"]) ?? "");
  if (existsSync("outputs")) cpSync("outputs", join(inside, "outputs"), { recursive: true });
  const limit = around.maxCostUsd === "" ? [] : ["--max-cost-usd", around.maxCostUsd];
  assay(
    [
      "run-eval",
      ...around.campaign,
      "--no-chart",
      "--quiet",
      ...limit,
      "--output",
      `json=${join(around.temporary, "assay-base.json")}`,
    ],
    {
      cwd: inside,
    },
  );
  return inside;
}

function git(words) {
  const { status, stdout } = spawnSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return status === 0 ? stdout.trim() : null;
}
