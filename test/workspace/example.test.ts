import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

test.skipIf(lacks("sandbox"))(
  "examples/workspace: the diligent subject repairs the program that it was given, the hasty one leaves it alone",
  async () => {
    const cwd = join(temporaryFolder(), "workspace");
    const filter = (path: string) => !path.endsWith("/outputs");
    cpSync(join(projectRoot, "examples/workspace"), cwd, { recursive: true, filter });
    const names = ["--suite", "workspace", "--run-profile", "offline", "--evaluation-profile", "checks_only"];
    const { stdout } = await assay(["run-eval", ...names, "--no-chart", "--output", "json"], { cwd });
    const { trials } = JSON.parse(stdout) as {
      trials: { model_id: string; checks: { outcomes: { check_id: string; outcome: string }[] } }[];
    };
    const of = (model: string) =>
      trials.find(({ model_id }) => model_id === model)!.checks.outcomes.map(({ outcome }) => outcome);
    expect(of("diligent")).toEqual(["passed", "passed", "passed"]);
    expect(of("hasty")).toEqual(["failed", "passed", "failed"]);
  },
);
