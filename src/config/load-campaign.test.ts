import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../test/support/project-root.ts";
import { loadCampaign, loadEvaluationProfile } from "./index.ts";

const quickstart = join(projectRoot, "examples/quickstart");

test("the quickstart loads from anywhere below its root without a complaint", async () => {
  const loaded = await loadCampaign({
    from: join(quickstart, "configs/cases/summary"),
    suite: "quickstart",
    runProfile: "offline",
  });
  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.ok && loaded.value.root).toBe(quickstart);
  expect(loaded.ok && loaded.value.cases.map(({ loaded, reason }) => [loaded.case.case_id, reason])).toEqual([
    ["arithmetic", "tag smoke"],
    ["greeting_file", "tag smoke"],
    ["summary", "tag reading"],
  ]);
});

test("the quickstart's evaluation profile loads without a complaint", async () => {
  const loaded = await loadEvaluationProfile({ from: quickstart, reference: "offline_judge" });
  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.ok && loaded.value.systemPrompt).toBe(null);
});
