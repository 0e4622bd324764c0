import { expect, test } from "vitest";
import type { OutputArtifact, RunArtifact } from "../../records/index.ts";
import { evidenceFiles } from "./evidence-files.ts";

const file = (artifact_type: string, path: string, bytes = 10): OutputArtifact => ({
  artifact_type,
  path,
  bytes,
  sha256: "0",
});

const run = (artifacts: OutputArtifact[], expected_artifact?: string, expected_artifact_present?: boolean) =>
  ({
    artifacts,
    runner_metadata: { expected_artifact, expected_artifact_present, new_files: ["workspace/a.md"] },
  }) as unknown as RunArtifact;

const ALL = [
  file("config", "openclaw.json"),
  file("log", "openclaw.log"),
  file("transcript", "transcript.jsonl"),
  file("workspace_file", "workspace/a.md"),
  file("key_output", "workspace/report.md"),
  file("workspace_file", "workspace/AGENTS.md"),
  file("workspace_diff", "workspace.diff"),
  file("workspace_snapshot", "workspace.tar.gz"),
];

const paths = (files: ReturnType<typeof evidenceFiles>) => files.map(({ file: { path } }) => path);

test("a judge reads what the agent made, the expected file first, and the diff; nothing of the plumbing", () => {
  expect(paths(evidenceFiles(run(ALL, "report.md"), false))).toEqual([
    "workspace/report.md",
    "workspace/a.md",
    "workspace.diff",
  ]);
});

test("a judge is told that the expected file is missing, before it reads the others", () => {
  const left = ALL.filter(({ path }) => path !== "workspace/report.md");
  const [first, ...rest] = evidenceFiles(run(left, "report.md", false), false);
  expect(first).toMatchObject({
    file: { artifact_type: "key_output", path: "workspace/report.md" },
    missing: expect.stringContaining("neither made nor changed"),
  });
  expect(paths(rest)).toEqual(["workspace/a.md", "workspace.diff"]);
});

test.each([
  ["is there", "report.md", true],
  ["was never expected", undefined, undefined],
  ["is of a run that did not record it", "report.md", undefined],
])("a file that %s is not called missing", (_, expected, present) => {
  expect(evidenceFiles(run(ALL, expected, present), false).filter(({ missing }) => missing)).toEqual([]);
});

test("log and configuration are shown when the failure is all there is", () => {
  const left = ALL.filter(({ artifact_type }) => artifact_type === "log" || artifact_type === "config");
  expect(paths(evidenceFiles(run(left), true))).toEqual(["openclaw.json", "openclaw.log"]);
});

test("an empty diff is left out", () => {
  expect(evidenceFiles(run([file("workspace_diff", "workspace.diff", 0)]), false)).toEqual([]);
});

test("the diff does not repeat a new file that is shown itself, and keeps all else", () => {
  const diff = [
    "added a.md (6 bytes, sha256 00)\n--- /dev/null\n+++ b/a.md\n@@ -0,0 +1,1 @@\n+added by hand\n",
    "changed AGENTS.md (5 bytes, sha256 11)\n--- a/AGENTS.md\n+++ b/AGENTS.md\n@@ -1,1 +1,1 @@\n-old\n+new\n",
    "deleted b.md (5 bytes, sha256 22)\n",
  ];
  const { select } = evidenceFiles(run(ALL), false).find(({ file: { path } }) => path === "workspace.diff")!;
  expect(select!(diff.join("\n"))).toBe(`added a.md (6 bytes, sha256 00)\n${diff.slice(1).join("\n")}`);
});
