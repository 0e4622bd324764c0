import type { ChildProcess } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CliResult } from "../support/assay.ts";
import { type JudgedWorkspace, judgedWorkspace, verdict } from "./judged-workspace.ts";

test("Ctrl-C while judging keeps what was answered, and the next call pays only for the rest", async () => {
  let process: ChildProcess | undefined;
  const workspace = await judgedWorkspace({
    judge: (_, index) => {
      if (index === 4) process?.kill("SIGINT");
      return { content: verdict(7), delayMs: 20 };
    },
  });
  workspace.edit("configs/evaluation_profiles/e.yaml", (text) => `${text}max_concurrency: 1\n`);
  const first = await workspace.call("eval", ["--output", "json"], { onStart: (child) => (process = child) });
  expect(first.code).toBe(130);
  expect(first.stdout).toBe("");
  expect(first.stderr).toContain("the same command continues from there");
  const { judges } = workspace.newRequests();
  expect(judges).toBeLessThan(12);
  const second = await workspace.call("eval", ["--output", "json"]);
  expect(second.code).toBe(0);
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 12 - judges });
  expect(JSON.parse(second.stdout).totals.scored).toBe(4);
});

test("what a killed process left half-written is gone after the next call", async () => {
  let process: ChildProcess | undefined;
  const workspace = await judgedWorkspace({
    judge: (_, index) => {
      if (index === 4) {
        // As if the kill had come between writing a file and renaming it.
        const half = `outputs/evaluations/s/judge_1.json.${process!.pid}.0a1b2c3d.tmp`;
        writeFileSync(join(workspace.root, half), "{");
        process!.kill("SIGKILL");
      }
      return verdict(7);
    },
  });
  await workspace.call("eval", [], { onStart: (child) => (process = child) });
  expect((await workspace.call("eval")).code).toBe(0);
  const left = readdirSync(join(workspace.root, "outputs/evaluations/s"), { recursive: true, encoding: "utf8" });
  expect(left.filter((path) => path.includes(".tmp") || path.includes(".lock"))).toEqual([]);
});

test("two processes judging the same campaign by the same profile do not pay twice: the second is told to wait", async () => {
  let second: Promise<{ code: number | null; stderr: string }> | undefined;
  const workspace = await judgedWorkspace({
    judge: async (_, index) => {
      if (index === 0) second ??= workspace.call("eval");
      await second;
      return verdict(7);
    },
  });
  const first = await workspace.call("eval");
  expect(first.code).toBe(0);
  const { code, stderr } = (await second)!;
  expect(code).toBe(2);
  expect(stderr).toContain("has been judging this campaign by the same profile since");
  expect(workspace.newRequests()).toEqual({ subject: 4, judges: 12 });
});

describe("two evaluation profiles of one suite", () => {
  const other = (change: (text: string) => string) => (workspace: JudgedWorkspace) => {
    const profile = workspace.read("configs/evaluation_profiles/e.yaml");
    const path = join(workspace.root, "configs/evaluation_profiles/other.yaml");
    writeFileSync(path, change(profile.replace("evaluation_profile_id: e", "evaluation_profile_id: other")));
  };
  const judgeBothAtOnce = async (prepare: (workspace: JudgedWorkspace) => void) => {
    let second: Promise<CliResult> | undefined;
    const workspace = await judgedWorkspace({
      judge: async ({ body }, index) => {
        if (index === 0) second ??= workspace.call("eval", ["--evaluation-profile", "other"]);
        if (body.model === "acme/judge") await second;
        return verdict(7);
      },
    });
    prepare(workspace);
    expect((await workspace.call("eval")).code).toBe(0);
    return { workspace, second: (await second)! };
  };

  test("with different judges are judged at the same time", async () => {
    const { workspace, second } = await judgeBothAtOnce(other((text) => text.replace("acme/judge", "acme/judge-2")));
    expect(second.code).toBe(0);
    expect(workspace.newRequests()).toEqual({ subject: 4, judges: 24 });
  });

  test("with the same judge are judged at the same time, and share its answers", async () => {
    let second: Promise<CliResult> | undefined;
    const workspace = await judgedWorkspace({
      judge: (_, index) => {
        if (index === 0) second ??= workspace.call("eval", ["--evaluation-profile", "other"]);
        return { content: verdict(7), delayMs: index < 4 ? 3_000 : 0 };
      },
    });
    other((text) => text.replace("method: median", "method: mean"))(workspace);
    expect((await workspace.call("eval")).code).toBe(0);
    expect((await second)!.code).toBe(0);
    expect(workspace.newRequests()).toEqual({ subject: 4, judges: 12 });
    expect(readdirSync(join(workspace.root, "outputs/evaluations/s")).filter((name) => name.startsWith("."))).toEqual(
      [],
    );
  });
});
