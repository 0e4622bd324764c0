import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "../gateway/one-trial.ts";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

test("the example: who answers is thanked after one question, who makes things up is asked until the end", async () => {
  const root = temporaryFolder();
  cpSync(join(projectRoot, "examples/simulated-user/configs"), join(root, "configs"), { recursive: true });
  const campaign = ["--suite", "support", "--run-profile", "offline", "--evaluation-profile", "offline_judge"];
  const first = await assay(["run-eval", ...campaign], { cwd: root });
  expect([0, 1], first.stderr).toContain(first.code);
  const runOf = (model: string) => {
    const path = filesBelow(join(root, "outputs/runs"), "run_1.json").find((file) => file.includes(`/${model}/`));
    return JSON.parse(readFileSync(path!, "utf8"));
  };
  expect(runOf("diligent")).toMatchObject({
    status: "success",
    final_output: expect.stringContaining("30 days"),
    simulated_user: { ended: "done", turns: 1, model: "offline/user", offline: true },
  });
  expect(runOf("hasty").simulated_user).toMatchObject({ ended: "max_turns", turns: 3 });
  const [packet] = filesBelow(join(root, "outputs/evaluations"), "judge_1.prompt.user.json");
  expect(readFileSync(packet!, "utf8")).toContain("Within how many days can items be returned?");
  const again = await assay(["run", "--suite", "support", "--run-profile", "offline"], { cwd: root });
  expect(again.stdout).toContain("0 executed, 2 reused");
});
