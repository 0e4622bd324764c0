import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DeclarativeCheck } from "../../src/config/index.ts";
import type { OutputArtifact, TraceEvent } from "../../src/records/index.ts";
import { prepare, type Trial } from "./support.ts";

async function outcomeOf(declarative: DeclarativeCheck, trial: Trial = {}) {
  const { outcome, message, seen } = await prepare(trial).check({ declarative });
  return { outcome, message, ...(seen === undefined ? {} : { seen }) };
}

const made = (path: string, artifact_type = "workspace_file", bytes = 3): OutputArtifact => ({
  artifact_type,
  path,
  bytes,
  sha256: "",
});
const said = (content: string, role: "assistant" | "user" = "assistant"): TraceEvent => ({
  kind: "message",
  role,
  content,
  turn: 1,
  at_ms: 1,
});
const called = (tool_name: string): TraceEvent => ({
  kind: "tool_call",
  tool_name,
  tool_call_id: "1",
  arguments: "{}",
  turn: 1,
  at_ms: 1,
});

test("a result says which check it is of, which dimensions it speaks to and whether it is required", async () => {
  const result = await prepare().check({
    dimensions: ["task", "spark"],
    required: true,
    declarative: { kind: "final_response_present" },
  });
  expect(result).toEqual({
    check_id: "the-check",
    kind: "final_response_present",
    dimensions: ["task", "spark"],
    required: true,
    outcome: "passed",
    message: "There is a final output.",
  });
});

describe("final_response_present", () => {
  const check = { kind: "final_response_present" } as const;
  test.each([
    ["a final output", { final_output: "4" }, "passed"],
    ["only blanks", { final_output: " \n\t" }, "failed"],
    ["nothing", { final_output: null }, "failed"],
    ["a last assistant message", { final_output: null, trace: [said("first"), said("last")] }, "passed"],
    ["an empty last assistant message", { final_output: null, trace: [said("first"), said(" ")] }, "failed"],
    ["only a user's message", { final_output: null, trace: [said("hi", "user")] }, "failed"],
    [
      "a file of an OpenClaw workspace",
      { runner: "openclaw", final_output: "", artifacts: [made("workspace/a")] },
      "passed",
    ],
    [
      "an empty file of an OpenClaw workspace",
      { runner: "openclaw", final_output: "", artifacts: [made("workspace/a", "key_output", 0)] },
      "failed",
    ],
    ["a log of OpenClaw", { runner: "openclaw", final_output: "", artifacts: [made("logs/a", "log")] }, "failed"],
    ["a file of an llm_probe trial", { final_output: "", artifacts: [made("workspace/a")] }, "failed"],
  ] as const)("%s", async (_name, artifact, outcome) => {
    expect((await outcomeOf(check, { artifact: artifact as Trial["artifact"] })).outcome).toBe(outcome);
  });

  test("what was seen is shortened, never inside a character", async () => {
    const { seen } = await outcomeOf(check, {
      artifact: { final_output: null, trace: [said(`${"x".repeat(299)}😀 and more`)] },
    });
    expect(seen).toBe(`${"x".repeat(299)}… (11 more characters)`);
  });
});

test.each([
  [0, [], "passed", "no tool calls"],
  [2, [called("read_file"), called("exec_shell")], "passed", "2: exec_shell × 1, read_file × 1"],
  [1, [called("exec_shell"), called("exec_shell")], "failed", "2: exec_shell × 2"],
  [3, [], "failed", "no tool calls"],
] as const)("tool_call_count %i", async (count, trace, outcome, seen) => {
  expect(await outcomeOf({ kind: "tool_call_count", count }, { artifact: { trace: [...trace] } })).toMatchObject({
    outcome,
    seen,
  });
});

test("status_is", async () => {
  expect(await outcomeOf({ kind: "status_is", status: "success" })).toMatchObject({
    outcome: "passed",
    seen: "success",
  });
  expect(await outcomeOf({ kind: "status_is", status: "success" }, { artifact: { status: "timed_out" } })).toEqual({
    outcome: "failed",
    message: "Expected the run to end as success, but it ended as timed_out.",
    seen: "timed_out",
  });
});

test.each([
  [undefined, [], "failed"],
  [undefined, [made("workspace/a")], "passed"],
  [undefined, [made("log.txt", "log"), made("t", "transcript"), made("c", "config")], "failed"],
  [undefined, [made("workspace.tar.gz", "workspace_snapshot"), made("workspace.diff", "workspace_diff")], "failed"],
  ["workspace_snapshot", [made("workspace.tar.gz", "workspace_snapshot")], "passed"],
  ["log", [made("log.txt", "log")], "passed"],
  ["key_output", [made("workspace/a")], "failed"],
] as const)("output_artifact_present of type %s", async (artifact_type, artifacts, outcome) => {
  const check = { kind: "output_artifact_present", ...(artifact_type ? { artifact_type } : {}) } as const;
  expect((await outcomeOf(check, { artifact: { artifacts: [...artifacts] } })).outcome).toBe(outcome);
});

describe("files", () => {
  const files = { "workspace/out/report.md": "Größe: 4", "tmp/note.txt": "n" };
  test.each([
    ["file_exists", "out/report.md", "passed"],
    ["file_exists", "/workspace/out/report.md", "passed"],
    ["file_exists", "/tmp/note.txt", "passed"],
    ["file_exists", "out", "failed"],
    ["file_exists", "missing", "failed"],
    ["path_exists", "out", "passed"],
    ["path_exists", "/tmp", "passed"],
    ["path_exists", "out/report.md", "passed"],
    ["path_exists", "missing/deeper", "failed"],
  ] as const)("%s %s", async (kind, path, outcome) => {
    expect((await outcomeOf({ kind, path }, { files })).outcome).toBe(outcome);
  });

  test.each([
    ["Größe", "passed", "at byte 0 of 10"],
    ["größe", "failed", "10 bytes: Größe: 4"],
    ["4\n", "failed", "10 bytes: Größe: 4"],
  ])("file_contains %j", async (text, outcome, seen) => {
    expect(await outcomeOf({ kind: "file_contains", path: "out/report.md", text }, { files })).toMatchObject({
      outcome,
      seen,
    });
  });

  test("file_contains of a file that is not there says so", async () => {
    expect(await outcomeOf({ kind: "file_contains", path: "no.txt", text: "x" })).toEqual({
      outcome: "failed",
      message: "no.txt does not exist.",
    });
  });

  test("a file beside test.yaml is not something the trial made", async () => {
    const trial = { workspaceFiles: { "configs/cases/greet/expected.txt": "x" } };
    expect((await outcomeOf({ kind: "file_exists", path: "expected.txt" }, trial)).outcome).toBe("failed");
  });

  test("a path out of the workspace is a fixture, found from test.yaml and called one", async () => {
    const trial = {
      workspaceFiles: { "configs/cases/greet/expected.txt": "fixture text", "configs/cases/other/x": "" },
    };
    expect(await outcomeOf({ kind: "file_exists", path: "../greet/expected.txt" }, trial)).toMatchObject({
      outcome: "passed",
      message: "../greet/expected.txt (a fixture, not made by the trial) exists.",
    });
    expect((await outcomeOf({ kind: "path_exists", path: "../other" }, trial)).outcome).toBe("passed");
    expect(
      (await outcomeOf({ kind: "file_contains", path: "../greet/expected.txt", text: "fixture" }, trial)).outcome,
    ).toBe("passed");
  });

  test("what a fixture holds instead is not shown: it may be any file of the user", async () => {
    const result = await outcomeOf({ kind: "file_contains", path: "/etc/passwd", text: "no such text" });
    expect(result.outcome).toBe("failed");
    expect(JSON.stringify(result)).not.toContain("root:");
  });

  test("a link that the subject planted does not make host files its own", async () => {
    const prepared = prepare();
    symlinkSync("/etc/passwd", join(prepared.artifacts, "workspace/answer.txt"));
    for (const declarative of [
      { kind: "file_exists", path: "answer.txt" },
      { kind: "path_exists", path: "answer.txt" },
      { kind: "file_contains", path: "answer.txt", text: "root" },
    ] as const)
      expect((await prepared.check({ declarative })).outcome).toBe("failed");
  });

  test("when the files of a run are gone, nothing can be said about them", async () => {
    const prepared = prepare({ artifact: { artifacts: [made("workspace/a")] } });
    rmSync(prepared.artifacts, { recursive: true });
    const result = await prepared.check({ declarative: { kind: "file_exists", path: "a" } });
    expect(result).toMatchObject({ outcome: "error", message: expect.stringContaining("--force") });
  });

  test("a trial that left nothing at all fails its checks, no more", async () => {
    const prepared = prepare();
    rmSync(prepared.artifacts, { recursive: true });
    expect((await prepared.check({ declarative: { kind: "file_exists", path: "a" } })).outcome).toBe("failed");
  });
});

describe("openclaw_workspace_file_present", () => {
  const kind = "openclaw_workspace_file_present" as const;
  const trial: Trial = {
    artifact: {
      runner: "openclaw",
      artifacts: [
        made("workspace/docs/Report.md", "key_output"),
        made("workspace/docs/Report.md"),
        made("logs/x.md", "log"),
      ],
      runner_metadata: {
        changed_files_not_kept: [
          { path: "huge.bin", kind: "file", reason: "too much to keep" },
          { path: "pipe", kind: "special", reason: "named pipe" },
        ],
      },
    },
    files: { "workspace/docs/Report.md": "Die STRASSE war señorial.", "workspace/AGENTS.md": "template" },
  };
  test.each([
    [{}, "docs/Report.md", "passed"],
    [{}, "./docs/Report.md", "passed"],
    [{}, "docs/report.md", "failed"],
    [{}, "Report.md", "failed"],
    [{}, "AGENTS.md", "failed"],
    [{}, "logs/x.md", "failed"],
    [{}, "huge.bin", "passed"],
    [{ contains: "x" }, "huge.bin", "error"],
    [{}, "pipe", "failed"],
    [{ contains: "STRASSE" }, "docs/Report.md", "passed"],
    [{ contains: "Straße" }, "docs/Report.md", "failed"],
    [{ contains_all: ["Straße", "SENORIAL"] }, "docs/Report.md", "passed"],
    [{ contains_all: ["Straße", "plaza"] }, "docs/Report.md", "failed"],
    [{ contains_any: ["plaza", "straße"] }, "docs/Report.md", "passed"],
    [{ contains_any: ["plaza", "avenida"] }, "docs/Report.md", "failed"],
    [{ contains_all: ["die"], contains_any: ["plaza"] }, "docs/Report.md", "failed"],
    [{ contains_all: ["die"], contains_any: ["WAR"] }, "docs/Report.md", "passed"],
  ] as const)("%j in %s", async (wanted, relative_path, outcome) => {
    expect((await outcomeOf({ kind, relative_path, ...wanted } as DeclarativeCheck, trial)).outcome).toBe(outcome);
  });

  test("says what is missing and shows what is there", async () => {
    expect(
      await outcomeOf(
        { kind, relative_path: "docs/Report.md", contains_all: ["plaza", "die"], contains_any: ["x", "y"] },
        trial,
      ),
    ).toEqual({
      outcome: "failed",
      message: 'docs/Report.md does not contain "plaza" and not any of "x", "y".',
      seen: "26 bytes: Die STRASSE war señorial.",
    });
  });

  test("a file whose content was not kept cannot be looked into", async () => {
    const artifact = { runner: "openclaw" as const, artifacts: [made("workspace/huge.bin")] };
    expect((await outcomeOf({ kind, relative_path: "huge.bin" }, { artifact })).outcome).toBe("passed");
    expect((await outcomeOf({ kind, relative_path: "huge.bin", contains: "x" }, { artifact })).outcome).toBe("error");
  });
});
