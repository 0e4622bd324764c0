import { expect, test } from "vitest";
import type { OutputArtifact, RunArtifact } from "../../records/index.ts";
import { evidenceFiles } from "./evidence-files.ts";

const file = (artifact_type: string, path: string, bytes = 10): OutputArtifact => ({
  artifact_type,
  path,
  bytes,
  sha256: "0",
});

const run = (artifacts: OutputArtifact[], expected_artifact?: string) =>
  ({ artifacts, runner_metadata: { expected_artifact } }) as unknown as RunArtifact;

const ALL = [
  file("config", "openclaw.json"),
  file("log", "openclaw.log"),
  file("transcript", "transcript.jsonl"),
  file("key_output", "workspace/a.md"),
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
