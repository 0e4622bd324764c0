import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { followAction } from "./action-steps.ts";
import { type Comment, openGitHub } from "./github-api.ts";

const SUITE = "evals/configs/suites/quickstart.yaml";
const inputs = {
  suite: "quickstart",
  "run-profile": "offline",
  "evaluation-profile": "offline_judge",
  "working-directory": "evals",
};

function git(cwd: string, ...words: string[]): void {
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...who, ...words], { cwd });
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

/** A repository with one commit on `main`, one model, and the checkout of a pull request. */
function repository(): string {
  const folder = join(temporaryFolder(), "checkout");
  cpSync(join(projectRoot, "examples", "quickstart", "configs"), join(folder, "evals", "configs"), { recursive: true });
  edit(join(folder, SUITE), (text) => text.replace(/ {2}- model_id: erratic[\s\S]*?(?=case_selection)/, ""));
  writeFileSync(join(folder, ".gitignore"), "outputs/\n");
  git(folder, "init", "--quiet");
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "-m", "first");
  git(folder, "checkout", "--quiet", "-b", "change");
  return folder;
}

const pullRequest = (fork = false) => ({
  pull_request: {
    number: 7,
    base: { ref: "main", repo: { full_name: "acme/evals" } },
    head: { repo: { full_name: fork ? "somebody/evals" : "acme/evals" } },
  },
});

const worsen = (folder: string) =>
  edit(join(folder, SUITE), (text) => text.replace("offline/diligent", "offline/failing"));

async function gitHub(options?: Parameters<typeof openGitHub>[0]) {
  const opened = await openGitHub(options);
  onTestFinished(opened.close);
  return { ...opened, env: { GITHUB_API_URL: opened.url } };
}

describe.skipIf(lacks("git"))("the steps of action.yml", () => {
  test("jobs of a matrix each do their part, and one that merges them has nothing left to run", async () => {
    const [first, second, last] = [repository(), repository(), repository()];
    for (const [index, folder] of [first, second].entries()) {
      const part = await followAction({ repository: folder, inputs: { ...inputs, shard: `${index + 1}/2` } });
      expect(part).toMatchObject({ code: 0, outputs: { part: `${index + 1}-of-2`, "exit-code": "0" } });
      expect(part.output).toContain(`shard ${index + 1} of 2: 8 of 16 trials`);
      cpSync(join(folder, "evals/outputs"), join(last, "../runner/assay-shards", `part-${index}`), { recursive: true });
    }
    const merged = await followAction({ repository: last, inputs: { ...inputs, "merge-shards": "true" } });
    expect(merged.code).toBe(0);
    expect(merged.output).toContain(": all 2 shards are here");
    expect(merged.output).toContain("New spend: runs nothing, judging nothing (0 judge calls)");
  });

  test("a part that there is not fails the job, and keeps nothing", async () => {
    const followed = await followAction({ repository: repository(), inputs: { ...inputs, shard: "3/2" } });
    expect(followed).toMatchObject({ code: 2, outputs: { "exit-code": "2" } });
    expect(followed.outputs.part).toBeUndefined();
  });

  test("on a push: what is missing is run and judged, and there is nothing to hold it against", async () => {
    const followed = await followAction({ repository: repository(), inputs });
    expect(followed, followed.output).toMatchObject({ code: 0, outputs: { answer: "", "exit-code": "0" } });
    expect(followed.summary).toContain("Diligent");
    expect(readFileSync(followed.outputs.junit!, "utf8")).toContain("<testsuite");
    expect(existsSync(join(followed.outputs.viewer!, "index.html"))).toBe(true);
  });

  test("on a pull request: a worse candidate fails, and one comment is kept up to date", async () => {
    const folder = repository();
    const stranger: Comment = {
      id: 1,
      body: "<!-- assay-action: quickstart/offline/offline_judge -->",
      user: { type: "User", login: "x" },
    };
    const { env, comments } = await gitHub({ comments: [stranger] });
    await followAction({ repository: folder, inputs: { ...inputs, viewer: "false" } });
    worsen(folder);
    const pull = { repository: folder, inputs: { ...inputs, viewer: "false" }, event: pullRequest(), env };
    const worse = await followAction(pull);
    expect(worse, worse.output).toMatchObject({
      code: 1,
      outputs: { answer: "regressed", "exit-code": "1", viewer: "" },
    });
    expect(worse.summary).toContain("❌ Assay: regressed");
    expect(comments).toHaveLength(2);
    expect(comments[1]!.body).toContain("Regressed: ");
    git(folder, "checkout", "--quiet", ".");
    const same = await followAction(pull);
    expect(same, same.output).toMatchObject({ code: 0, outputs: { answer: "no_change_shown" } });
    expect(comments).toHaveLength(2);
    expect(comments[1]!.body).toContain("No change shown: ");
    // Without an answer of the gate the report takes its place, in the same comment.
    await followAction({ ...pull, inputs: { ...pull.inputs, base: "none" } });
    expect(comments).toHaveLength(2);
    expect(comments[1]!.body).not.toContain("No change shown: ");
    // Not ours, whatever its first line says.
    expect(comments[0]).toEqual(stranger);
  });

  test("a base without results is said, or run where that is wanted", async () => {
    const folder = repository();
    worsen(folder);
    git(folder, "commit", "--quiet", "-am", "worse");
    const { env } = await gitHub();
    const wanted = { ...inputs, viewer: "false", comment: "false" };
    const alone = await followAction({ repository: folder, inputs: wanted, event: pullRequest(), env });
    expect(alone, alone.output).toMatchObject({ code: 0, outputs: { answer: "" } });
    expect(alone.summary).toContain("The base has no results to compare with");
    const both = await followAction({
      repository: folder,
      inputs: { ...wanted, "run-base": "true" },
      event: pullRequest(),
      env,
    });
    expect(both, both.output).toMatchObject({ code: 1, outputs: { answer: "regressed" } });
  });

  test("a base that is not here is fetched; one that is nowhere is said", async () => {
    const origin = repository();
    const folder = join(temporaryFolder(), "clone");
    git(origin, "clone", "--quiet", "--depth=1", "--branch=change", `file://${origin}`, folder);
    const wanted = { ...inputs, viewer: "false", comment: "false" };
    const fetched = await followAction({ repository: folder, inputs: wanted, event: pullRequest() });
    expect(fetched, fetched.output).toMatchObject({ code: 0, outputs: { answer: "no_change_shown" } });
    const nowhere = await followAction({
      repository: folder,
      inputs: { ...wanted, base: "gone" },
      event: pullRequest(),
    });
    expect(nowhere).toMatchObject({ code: 0, outputs: { answer: "" } });
    expect(nowhere.summary).toContain("The base gone could not be fetched");
  });

  test("a fork without secrets: nothing is run, what was left out is said, and what is stored is shown", async () => {
    const folder = repository();
    edit(join(folder, SUITE), (text) => text.replace("offline/diligent", "acme/large"));
    const { env } = await gitHub();
    const fork = await followAction({ repository: folder, inputs, event: pullRequest(true), env });
    expect(fork, fork.output).toMatchObject({ code: 0 });
    expect(fork.summary).toContain("comes from a fork, which has no secrets. Nothing was run or judged");
    expect(fork.summary).toMatch(/Missing: .*API_KEY/);
    // At home a missing key is a mistake, and fails.
    const home = await followAction({ repository: folder, inputs, event: pullRequest(), env });
    expect(home.code).toBe(2);
  });

  test.each([
    [403, "GitHub refused the comment (403); give the job `permissions: pull-requests: write`"],
    [500, "GitHub refused the comment (500)"],
  ])("a comment that GitHub answers with %i fails nothing, and is said", async (refuse, words) => {
    const { env } = await gitHub({ refuse });
    const followed = await followAction({
      repository: repository(),
      inputs: { ...inputs, viewer: "false" },
      event: pullRequest(),
      env,
    });
    expect(followed, followed.output).toMatchObject({ code: 0 });
    expect(followed.summary).toContain(words);
  });

  test.each(["much", "-1", "11"])("a margin of %s fails before anything is paid for", async (margin) => {
    const folder = repository();
    const followed = await followAction({ repository: folder, inputs: { ...inputs, margin } });
    expect(followed).toMatchObject({ code: 2, output: expect.stringContaining("margin takes a number of points") });
    expect(existsSync(join(folder, "evals/outputs"))).toBe(false);
  });

  test("inputs are words, and never code", async () => {
    const folder = repository();
    const hostile = '$(touch stolen) "; touch stolen; `touch stolen`';
    const followed = await followAction({ repository: folder, inputs: { ...inputs, suite: hostile, base: hostile } });
    expect(followed.code).toBe(2);
    for (const place of [folder, join(folder, "evals"), join(folder, "..", "runner")])
      expect(existsSync(join(place, "stolen"))).toBe(false);
  });

  test("scores fail the step where that is wanted", async () => {
    const folder = repository();
    worsen(folder);
    const wanted = { ...inputs, viewer: "false" };
    expect(await followAction({ repository: folder, inputs: wanted })).toMatchObject({ code: 0 });
    const strict = await followAction({ repository: folder, inputs: { ...wanted, "fail-on-scores": "true" } });
    expect(strict).toMatchObject({ code: 1, outputs: { "exit-code": "1" } });
    rmSync(join(folder, "evals/outputs"), { recursive: true });
  });
});

test("every input reaches a step, and every expression is one that the runner knows", () => {
  const text = readFileSync(join(projectRoot, "action.yml"), "utf8");
  const names = [...text.slice(0, text.indexOf("\noutputs:")).matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name!);
  for (const name of names) expect(text).toContain(`\${{ inputs.${name} }}`);
  // In a script, an expression would be pasted as code.
  for (const [, script] of text.matchAll(/^ +run: (.*)$/gm)) expect(script).not.toContain("${{");
});
