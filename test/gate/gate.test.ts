import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

const CAMPAIGN = ["--suite", "quickstart", "--run-profile", "offline", "--evaluation-profile", "offline_judge"];
const SUITE = "configs/suites/quickstart.yaml";

function git(cwd: string, ...words: string[]): string {
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
  return execFileSync("git", [...who, ...words], { cwd, encoding: "utf8" }).trim();
}

function edit(cwd: string, path: string, change: (text: string) => string): void {
  writeFileSync(join(cwd, path), change(readFileSync(join(cwd, path), "utf8")));
}

const gate = (cwd: string, base: string, ...words: string[]) =>
  assay(["gate", ...CAMPAIGN, "--base", base, ...words], { cwd });
const runEval = (cwd: string, ...words: string[]) =>
  assay(["run-eval", ...CAMPAIGN, "--quiet", "--no-chart", ...words], { cwd });

/** In which `good` answers well on `main`; the store is not in git, as a user's is not. */
let repository: string;
const only = ["--model", "good"];

beforeAll(async () => {
  if (lacks("git")) return;
  repository = mkdtempSync(join(tmpdir(), "assay-test-"));
  const workspace = join(repository, "evals");
  cpSync(join(projectRoot, "examples", "quickstart", "configs"), join(workspace, "configs"), { recursive: true });
  edit(workspace, SUITE, (text) => text.replace("model_id: diligent", "model_id: good"));
  writeFileSync(join(repository, ".gitignore"), "outputs/\n");
  git(repository, "init", "--quiet");
  git(repository, "add", ".");
  git(repository, "commit", "--quiet", "-m", "first");
  await runEval(workspace, ...only);
}, 120_000);
afterAll(() => repository && rmSync(repository, { recursive: true }));

/** A copy that a test may change. */
function copied(): { repo: string; cwd: string } {
  const repo = join(temporaryFolder(), "copy");
  cpSync(repository, repo, { recursive: true });
  return { repo, cwd: join(repo, "evals") };
}

const worsen = (cwd: string) => edit(cwd, SUITE, (text) => text.replace("offline/diligent", "offline/failing"));

describe.skipIf(lacks("git"))("a gate against a branch", () => {
  test("a workspace without a change has not changed, however few its cases", async () => {
    const { cwd } = copied();
    const { code, stdout, stderr } = await gate(cwd, "main", ...only, "--case", "capital", "--strict");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("No change shown: Both sides have the same answers with the same scores.");
    expect(stdout).toMatch(/base {7}main \([0-9a-f]{9}\)/);
  });

  test("a worse model closes the gate, and the cases that fail now are named", async () => {
    const { cwd } = copied();
    worsen(cwd);
    expect(await gate(cwd, "main", ...only)).toMatchObject({ code: 2 });
    await runEval(cwd, ...only);
    const { code, stdout } = await gate(cwd, "main", ...only, "--output", "json");
    const report = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(report).toMatchObject({ kind: "gate", answer: "regressed", passed: false, margin: 0.5, flaky: [] });
    const failing = report.fails_now.map(({ case_id }: { case_id: string }) => case_id);
    expect(failing).toContain("capital");
    expect(report.comparison.overall.difference.difference).toBeLessThan(-3);
    // The other way round, and from a tag.
    git(cwd, "commit", "--quiet", "-am", "worse");
    git(cwd, "tag", "worse");
    git(cwd, "checkout", "--quiet", "main~1");
    const back = await gate(cwd, "worse", ...only);
    expect(back).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Improved: /) });
    expect(back.stdout).toContain("Passes now:");
  });

  test("a change of the prompt is what is compared, and is not left out", async () => {
    const { cwd } = copied();
    edit(cwd, "configs/cases/capital/test.yaml", (text) => text.replace("capital of France", "capital city of France"));
    await runEval(cwd, ...only);
    const { stdout } = await gate(cwd, "main", ...only, "--output", "json");
    expect(JSON.parse(stdout).comparison.cases.map(({ case_id }: { case_id: string }) => case_id)).toContain("capital");
  });

  test("neither the files nor the index nor the branches of the repository are touched, and nothing is left behind", async () => {
    const { repo, cwd } = copied();
    writeFileSync(join(cwd, "draft.txt"), "mine");
    const staged = join(cwd, "staged.txt");
    writeFileSync(staged, "mine");
    git(repo, "add", staged);
    const state = () => [
      git(repo, "status", "--porcelain"),
      git(repo, "log", "--all", "--oneline"),
      git(repo, "worktree", "list"),
    ];
    const before = state();
    const own = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`assay-base-`));
    const left = own();
    await gate(cwd, "main", ...only);
    await gate(cwd, "nowhere", ...only);
    expect(state()).toEqual(before);
    expect(own()).toEqual(left);
  });

  test("runs that differ without a change are flaky, and reported apart", async () => {
    const { cwd } = copied();
    const profile = "configs/run_profiles/offline.yaml";
    edit(cwd, SUITE, (text) => text.replace("offline/diligent", "offline/erratic"));
    edit(cwd, profile, (text) => text.replace(/run_repetitions: \d+/, "run_repetitions: 6"));
    git(cwd, "commit", "--quiet", "-am", "erratic");
    await runEval(cwd, ...only);
    const { stdout } = await gate(cwd, "HEAD", ...only, "--output", "json");
    const { flaky, answer } = JSON.parse(stdout);
    expect(answer).toBe("no_change_shown");
    expect(flaky.length).toBeGreaterThan(0);
    for (const { base } of flaky) {
      expect(base.passed).toBeGreaterThan(0);
      expect(base.passed).toBeLessThan(base.of);
    }
    const text = await gate(cwd, "HEAD", ...only);
    expect(text.stdout).toContain("Flaky: passed at one time and failed at another, without a change:");
  });

  test.each([
    ["nowhere", "neither a commit, branch or tag of this repository, nor a folder, nor a judged campaign"],
    ["--output=stolen", "neither a commit"],
    ["main:evals", "neither a commit"],
    ["", "--base is empty"],
    [".", "is this workspace itself"],
    ["/tmp", "neither a workspace nor part of a store"],
  ])("a base that cannot be one is refused: %j", async (base, words) => {
    const { cwd } = copied();
    const { code, stderr } = await assay(["gate", ...CAMPAIGN, `--base=${base}`], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) });
    expect(existsSync(join(cwd, "stolen"))).toBe(false);
  });

  test("a commit without a workspace, and one whose files have mistakes, are named with the base", async () => {
    const { repo, cwd } = copied();
    git(repo, "checkout", "--quiet", "--orphan", "empty");
    git(repo, "rm", "--quiet", "-r", "--cached", ".");
    git(repo, "commit", "--quiet", "--allow-empty", "-m", "empty");
    expect(await gate(cwd, "empty")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("empty has no workspace"),
    });
    git(repo, "checkout", "--quiet", "-f", "main");
    edit(cwd, SUITE, (text) => text.replace("title:", "titel:"));
    git(repo, "commit", "--quiet", "-am", "broken");
    git(repo, "revert", "--no-edit", "HEAD");
    const broken = await gate(cwd, "main~1");
    expect(broken.code).toBe(2);
    expect(broken.stderr).toContain("--base main~1:");
    expect(broken.stderr).toContain("titel");
  });

  test("without git, folders and campaigns are compared all the same", async () => {
    const { cwd } = copied();
    const other = copied();
    // As in /var, where every folder has a log beside it.
    mkdirSync(join(other.repo, "..", "log"));
    const env = { PATH: "/nonexistent" };
    expect(await assay(["gate", ...CAMPAIGN, ...only, "--base", "main"], { cwd, env })).toMatchObject({ code: 2 });
    const folder = await assay(["gate", ...CAMPAIGN, ...only, "--base", other.cwd], { cwd, env });
    expect(folder).toMatchObject({ code: 0, stdout: expect.stringContaining("No change shown") });
    const [run] = readdirSync(join(cwd, "outputs/evaluations/quickstart"));
    const [evaluation] = readdirSync(join(cwd, `outputs/evaluations/quickstart/${run}`));
    const name = `quickstart/${run}/${evaluation}`;
    for (const base of [name, join(other.cwd, "outputs/evaluations", name)])
      expect(await assay(["gate", ...CAMPAIGN, ...only, "--base", base], { cwd, env })).toMatchObject({ code: 0 });
  });

  test("a case that has lost its score closes the gate, because it may be the one that broke", async () => {
    const { cwd } = copied();
    edit(cwd, "configs/cases/capital/test.yaml", (text) => text.replace("capital of France", "capital city of France"));
    const { code, stdout } = await gate(cwd, "main", ...only);
    expect(code).toBe(1);
    expect(stdout).toContain("has no current score in 1 case where the base has one (capital)");
    expect(stdout).toContain("The gate is closed: scores are missing.");
  });

  test("too little data passes, unless --strict says otherwise", async () => {
    const { cwd } = copied();
    worsen(cwd);
    await runEval(cwd, ...only);
    const few = ["--case", "capital", "--case", "arithmetic"];
    expect(await gate(cwd, "main", ...only, ...few)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Too little data: "),
    });
    expect(await gate(cwd, "main", ...only, ...few, "--strict")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("The gate is closed: --strict asks for more data."),
    });
  });

  test.each(["-1", "11", "much", ""])("a margin of %j is refused", async (margin) => {
    const { cwd } = copied();
    expect(await gate(cwd, "main", `--margin=${margin}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--margin takes a number of points from 0 to 10"),
    });
  });
});
