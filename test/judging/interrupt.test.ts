import type { ChildProcess } from "node:child_process";
import { expect, test } from "vitest";
import { judgedWorkspace, verdict } from "./judged-workspace.ts";

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
  expect(first.stderr).toContain("the same command goes on from there");
  const { judges } = workspace.newRequests();
  expect(judges).toBeLessThan(12);
  const second = await workspace.call("eval", ["--output", "json"]);
  expect(second.code).toBe(0);
  expect(workspace.newRequests()).toEqual({ subject: 0, judges: 12 - judges });
  expect(JSON.parse(second.stdout).totals.scored).toBe(4);
});

test("two processes judging the same suite do not pay twice: the second is told to wait", async () => {
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
  expect(stderr).toContain("has been judging this suite since");
  expect(workspace.newRequests()).toEqual({ subject: 4, judges: 12 });
});
