import { cpSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "./support/assay.ts";
import { lacks } from "./support/needs.ts";
import { projectRoot } from "./support/project-root.ts";
import { temporaryFolder } from "./support/temporary.ts";

const CAMPAIGN = ["--suite", "quickstart", "--run-profile", "offline"];
const JUDGED = [...CAMPAIGN, "--evaluation-profile", "offline_judge"];

/** Each of them also shows that the process ends by itself, with nothing left that keeps it alive. */
const CALLS: [string, string[]][] = [
  ["the version", ["--version"]],
  ["no command", []],
  ["the help of everything", ["--help"]],
  ["the help of a command", ["run-eval", "--help"]],
  ["a command that does not exist", ["run-evla"]],
  ["an option that does not exist", ["report", ...JUDGED, "--nonsense"]],
  ["a suite that does not exist", ["plan", "--suite", "nowhere", "--run-profile", "offline"]],
  ["a whole workspace", ["validate"]],
  ["its cases", ["cases"]],
  ["its suites as JSON", ["suites", "--output", "json"]],
  ["a plan", ["plan", ...CAMPAIGN]],
  ["a report of nothing", ["report", ...JUDGED]],
  ["an empty store", ["store", "list"]],
  ["templates", ["init", "--list-templates"]],
];

describe("a command called in the test's process says what it says in its own", () => {
  test.each(CALLS)("%s", async (_, words) => {
    const cwd = workspace();
    const own = await assay(words, { cwd, ownProcess: true });
    expect(await assay(words, { cwd })).toEqual(own);
    expect(own.stdout + own.stderr).not.toBe("");
  });

  test.skipIf(lacks("sandbox"))("a campaign, run and judged", async () => {
    const call = (ownProcess: boolean) => assay(["run-eval", ...JUDGED, "--quiet"], { cwd: workspace(), ownProcess });
    const [own, inside] = [await call(true), await call(false)];
    // Durations and the names of folders differ from one run to the next.
    const withoutTimes = (text: string) => text.replace(/\d+(\.\d+)? m?s\b/g, "…").split("\n").length;
    expect([inside.code, withoutTimes(inside.stdout), inside.stderr]).toEqual([
      own.code,
      withoutTimes(own.stdout),
      own.stderr,
    ]);
  });
});

test("the folder and the environment of the tests are as before, also after a refusal", async () => {
  const before = { cwd: process.cwd(), env: { ...process.env }, tmp: tmpdir() };
  const cwd = workspace();
  await assay(["cases"], { cwd, env: { TMPDIR: cwd, SOMETHING: "new" } });
  await assay(["plan", "--suite", "nowhere", "--run-profile", "offline"], { cwd });
  expect({ cwd: process.cwd(), env: { ...process.env }, tmp: tmpdir() }).toEqual(before);
});

test("of two calls at once each has its own folder", async () => {
  const [empty, full] = [temporaryFolder(), workspace()];
  const [first, second] = await Promise.all([
    assay(["validate"], { cwd: full }),
    assay(["init", "--template", "rubric"], { cwd: empty }),
  ]);
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(second.stdout).toContain("rubric");
});

function workspace(): string {
  const cwd = temporaryFolder();
  cpSync(join(projectRoot, "examples/quickstart/configs"), join(cwd, "configs"), { recursive: true });
  return cwd;
}
