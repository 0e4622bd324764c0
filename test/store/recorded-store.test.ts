import { cpSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/text/index.ts";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A workspace as Assay 0.6.1 left it, and what it printed: its own bytes, so that what is stored today can be read by every later version. */
const RECORDED = join(projectRoot, "test/fixtures/store-0.6.1");
const CAMPAIGN = "--suite shop --run-profile local --evaluation-profile two".split(" ");
const ANSWERS = "rubric judge --samples samples.jsonl --rubric rubric.yaml --model offline/judge --name answers".split(
  " ",
);

/** Nothing listens where its models were, so a question that is asked again fails. */
const env = { SHOP_KEY: "sk-shop-local" };

describe("a store of 0.6.1", () => {
  test.each([
    ["report.txt", ["report", ...CAMPAIGN]],
    ["report.md", ["report", ...CAMPAIGN, "--output", "markdown"]],
    ["report.json", ["report", ...CAMPAIGN, "--output", "json"]],
    ["trials.csv", ["report", ...CAMPAIGN, "--output", "csv"]],
    ["trials.txt", ["trials", "shop"]],
    ["compare.txt", ["compare", "plain", "terse", ...CAMPAIGN]],
    ["calibrate.txt", ["calibrate", ...CAMPAIGN]],
    ["labels.csv", ["label", "export"]],
    ["rubric.txt", ["rubric", "summarize", "--from", "answers"]],
    ["batch.json", ["batch", "compare", "exp-1", "exp-2", "--output", "json"]],
  ])("is shown as 0.6.1 showed it: %s", async (file, words) => {
    const { stdout } = await assay(words, { cwd: recordedWorkspace(), env });
    await expect(stdout).toMatchFileSnapshot(join(RECORDED, "expected", file));
  });

  test("gives every file for reading again, byte for byte", async () => {
    const cwd = recordedWorkspace();
    const { code } = await assay(["files", "shop"], { cwd, env });
    expect(code).toBe(0);
    const wanted = JSON.parse(readFileSync(join(RECORDED, "expected/files.json"), "utf8")) as Record<string, string>;
    expect(hashFiles(join(cwd, "outputs"), ["runs", "evaluations"])).toEqual(wanted);
  });

  test("is reused whole: no run, judge call or rating is asked for again", async () => {
    const cwd = recordedWorkspace();
    const before = countPaidRecords(cwd);
    expect(before).toEqual({ run: 24, call: 68 });
    const { stderr } = await assay(["run-eval", ...CAMPAIGN], { cwd, env });
    expect(stderr).toContain("reused: 48");
    await assay(ANSWERS, { cwd, env });
    for (const number of [1, 2]) {
      const words = [
        "batch",
        "judge",
        "--spec",
        "spec.yaml",
        "--items",
        `items-${number}.jsonl`,
        "--name",
        `exp-${number}`,
      ];
      expect((await assay(words, { cwd, env })).code).toBe(0);
    }
    expect(countPaidRecords(cwd)).toEqual(before);
  });

  test("is verified as far as it goes", async () => {
    const { code, stdout } = await assay(["verify", "shop"], { cwd: recordedWorkspace(), env });
    expect(code).toBe(0);
    expect(stdout).toContain("the stored scores come out the same (24 trials)");
  });
});

function recordedWorkspace(): string {
  const root = temporaryFolder();
  cpSync(RECORDED, root, { recursive: true });
  rmSync(join(root, "expected"), { recursive: true });
  cpSync(join(root, "stored"), join(root, "outputs"), { recursive: true });
  rmSync(join(root, "stored"), { recursive: true });
  return root;
}

/** Hashes what is rendered; the files that a subject left are kept, not rendered. */
function hashFiles(outputs: string, folders: string[]): Record<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(outputs, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const files = paths.filter((path) => !path.includes(".artifacts/") && statSync(join(outputs, path)).isFile()).sort();
  return Object.fromEntries(files.map((path) => [path, sha256(readFileSync(join(outputs, path)))]));
}

/** Counts the paid records of the log. */
function countPaidRecords(cwd: string): Record<string, number> {
  const log = join(cwd, "outputs/log");
  const lines = readdirSync(log).flatMap((name) =>
    name.endsWith(".jsonl") ? readFileSync(join(log, name), "utf8").split("\n") : [],
  );
  const count = (kind: string) => lines.filter((line) => line.startsWith(`{"kind":"${kind}"`)).length;
  return { run: count("run"), call: count("call") };
}
