import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

test("examples/checks: the diligent subject passes every check, the hasty one fails five, and nothing is asked of a judge", async () => {
  const cwd = join(temporaryFolder(), "checks");
  cpSync(join(projectRoot, "examples/checks"), cwd, { recursive: true, filter: (path) => !path.endsWith("/outputs") });
  const names = ["--suite", "checks", "--run-profile", "offline", "--evaluation-profile", "checks_only"];
  const { code, stdout } = await assay(["run-eval", ...names, "--no-chart", "--output", "json"], { cwd });
  expect(code).toBe(1);
  const { trials } = JSON.parse(stdout) as {
    trials: { model_id: string; checks: { outcomes: object[]; not_passed: { check_id: string; outcome: string }[] } }[];
  };
  const of = (model: string) => trials.filter(({ model_id }) => model_id === model).map(({ checks }) => checks);
  expect(of("diligent").flatMap(({ outcomes }) => outcomes)).toHaveLength(12);
  expect(of("diligent").flatMap(({ not_passed }) => not_passed)).toEqual([]);
  expect(
    of("hasty").flatMap(({ not_passed }) => not_passed.map(({ check_id, outcome }) => `${check_id} ${outcome}`)),
  ).toEqual([
    "in-upper-case failed",
    "only-the-name failed",
    "one-word failed",
    "facts failed",
    "reads-it-afterwards failed",
  ]);
});
