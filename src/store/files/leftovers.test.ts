import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { removeLeftovers } from "./leftovers.ts";

const DEAD = { pid: 4711, host: "h", since: "2026-01-01T00:00:00Z", process_start: null, token: "t" };

test("what others left who died while they cleaned up goes too, but not what a living process writes", () => {
  const nobody = "evaluations/a.json.999999999.0a1b2c3d.tmp";
  const living = `evaluations/a.json.${process.ppid}.0a1b2c3d.tmp`;
  const here = { ...DEAD, host: hostname() };
  const root = temporaryFolder({ [nobody]: "x", [living]: "x" });
  removeLeftovers(DEAD, [root]);
  expect(existsSync(join(root, nobody)), "process ids of another machine say nothing").toBe(true);
  removeLeftovers(here, [root]);
  expect([nobody, living].map((path) => existsSync(join(root, path)))).toEqual([false, true]);
});

test("only what the dead process left half-written is removed", () => {
  const files = [
    "calls/ab/call.json.4711.0a1b2c3d.tmp",
    "evaluations/s/.lock.4711.0a1b2c3d4e5f6071.tmp",
    "evaluations/s/judge_1.json.4711.0a1b2c3d.tmp",
    "evaluations/s/judge_1.json",
    "evaluations/s/judge_1.json.4712.0a1b2c3d.tmp",
    "evaluations/s/run_1.artifacts/workspace/mine.4711.0a1b2c3d.tmp",
  ];
  const root = temporaryFolder(Object.fromEntries(files.map((path) => [path, "x"])));
  removeLeftovers(DEAD, [join(root, "evaluations/s"), join(root, "calls"), join(root, "not there")]);
  expect(files.filter((path) => existsSync(join(root, path)))).toEqual(files.slice(3));
});
