import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foldersLeft, kept, OK, runWithStandIn } from "./support/run-with-stand-in.ts";

const givenFiles = { "data/in.csv": "1,2\n", "AGENTS.md": "From the case.\n", "old.txt": "old\n" };

test("an agent finds the files of the case over those of its own workspace; only what it did is kept as files", async () => {
  const does = "cat AGENTS.md data/in.csv SOUL.md > seen.txt; echo 3 >> data/in.csv; rm old.txt";
  const { artifact, directory } = await runWithStandIn({ turns: [{ ...OK, does }] }, { givenFiles });
  expect(readFileSync(join(directory, "workspace/seen.txt"), "utf8")).toContain("From the case.\n1,2\n# SOUL");
  expect(kept(artifact, "workspace_file")).toEqual(["workspace/data/in.csv", "workspace/seen.txt"]);
  const diff = readFileSync(join(directory, "workspace.diff"), "utf8");
  expect(diff).toContain("deleted old.txt");
  expect(diff).toContain("changed data/in.csv");
  expect(diff).not.toContain("AGENTS.md (");
  expect(artifact.workspace).toMatchObject({ file_count: 3, changed: ["data/in.csv"], missing: ["old.txt"] });
});

test("setup runs in the agent's container and workspace, and what it makes is not the agent's", async () => {
  const setup = ["cat data/in.csv > made.txt", "rm old.txt"];
  const does = "cat made.txt > seen.txt";
  const { artifact, executions } = await runWithStandIn({ turns: [{ ...OK, does }] }, { givenFiles, setup });
  expect(artifact.status).toBe("success");
  expect(kept(artifact, "workspace_file")).toEqual(["workspace/seen.txt"]);
  expect(artifact.workspace).toMatchObject({ setup, missing: ["old.txt"] });
  expect(kept(artifact, "log")).toEqual(["setup.log", "openclaw.log"]);
  expect(executions.length).toBeGreaterThan(0);
});

test("setup that fails is the user's failure, before any turn, and leaves nothing but its log", async () => {
  const setup = ["echo first", "echo oh no >&2; exit 3"];
  const { artifact, directory, invocations } = await runWithStandIn({ turns: [OK] }, { givenFiles, setup });
  expect(artifact).toMatchObject({ status: "invalid", failure: { stage: "configuration" } });
  expect(artifact.failure?.message).toContain('exit code: 3; it printed "oh no"');
  expect(artifact.artifacts.map(({ artifact_type, path }) => [artifact_type, path])).toEqual([["log", "setup.log"]]);
  expect(readFileSync(join(directory, "setup.log"), "utf8")).toBe(
    'setup[0] "echo first"\nexit code: 0\nfirst\nsetup[1] "echo oh no >&2; exit 3"\nexit code: 3\noh no\n',
  );
  expect(invocations).toEqual([]);
  expect(foldersLeft()).toEqual([]);
});

test("a given file where the agent has a folder is the user's failure", async () => {
  const workspace = { "AGENTS.md": "", "data/x": "" };
  const { artifact } = await runWithStandIn({ turns: [OK] }, { workspace, givenFiles: { data: "a file" } });
  expect(artifact).toMatchObject({ status: "invalid" });
  expect(artifact.failure?.message).toContain("data cannot be put into the workspace");
});

test("a case that gives nothing has no word about it in its record", async () => {
  const { artifact } = await runWithStandIn({ turns: [OK] });
  expect(artifact).not.toHaveProperty("workspace");
});
