import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyCampaign } from "../../src/operations/store/verifying/verify.ts";
import { isVerified } from "../../src/report/index.ts";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { CAMPAIGN } from "./support.ts";

const PROFILE = "configs/evaluation_profiles/offline_judge.yaml";

function workspace(): string {
  const cwd = temporaryFolder();
  cpSync(join(projectRoot, "examples/quickstart/configs"), join(cwd, "configs"), { recursive: true });
  return cwd;
}

async function judge(cwd: string, ...words: string[]): Promise<void> {
  await assay(["run-eval", ...CAMPAIGN, "--quiet", "--no-chart", "--no-files", ...words], { cwd });
}

test("what several commands selected is the plan of a campaign", async () => {
  const cwd = workspace();
  await judge(cwd, "--case", "capital", "--model", "hasty");
  expect(await verifyCampaign({ cwd })).toMatchObject({ trials: 2, verified_against: { planned_trials: 2 } });
  await judge(cwd, "--case", "arithmetic", "--model", "diligent");
  const verification = await verifyCampaign({ cwd });
  expect(verification).toMatchObject({ trials: 4, same: 4, verified_against: { planned_trials: 4 } });
  expect(isVerified(verification)).toBe(true);
});

test("parts of a campaign that were planned on two machines are verified together, also in a packed file", async () => {
  const [one, other] = [workspace(), workspace()];
  const cases = ["--case", "capital", "--case", "arithmetic"];
  await judge(one, ...cases, "--shard", "1/2");
  await judge(other, ...cases, "--shard", "2/2");
  await assay(["store", "merge", join(other, "outputs")], { cwd: one });
  const verification = await verifyCampaign({ cwd: one });
  expect(verification).toMatchObject({ trials: 16, same: 16, verified_against: { planned_trials: 16 } });
  expect(isVerified(verification)).toBe(true);
  await assay(["store", "prune", "--superseded", "--yes"], { cwd: one });
  expect(isVerified(await verifyCampaign({ cwd: one }))).toBe(true);
  await assay(["pack", "--output", "merged.tgz"], { cwd: one });
  expect(isVerified(await verifyCampaign({ cwd: one, campaign: "merged.tgz" }))).toBe(true);
});

test("trials that were judged by other settings than the campaign's last are named", async () => {
  const cwd = workspace();
  await judge(cwd, "--case", "capital");
  const { readFileSync, writeFileSync } = await import("node:fs");
  const text = readFileSync(join(cwd, PROFILE), "utf8");
  writeFileSync(
    join(cwd, PROFILE),
    text.replace("judge_id: even_judge\n  - judge_run", "judge_id: even_judge\n    repetitions: 2\n  - judge_run"),
  );
  await judge(cwd, "--case", "capital", "--model", "hasty");
  const { differences, missing, verified_against } = await verifyCampaign({ cwd });
  expect(verified_against).toMatchObject({ judges: [{ repetitions: 2 }, { repetitions: 1 }, { repetitions: 1 }] });
  expect(new Set(differences.map(({ trial }) => trial.split("/")[0]))).toEqual(
    new Set(["diligent", "erratic", "failing"]),
  );
  expect(new Set(missing.map(({ what }) => what.replace(/[0-9a-f]{64}/, "…")))).toEqual(new Set(["the judge call …"]));
});
