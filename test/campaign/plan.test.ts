import { expect, test } from "vitest";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { writeFiles } from "../support/temporary.ts";
import { campaignFiles, campaignWorkspace, onCampaign, storedFiles } from "./workspace.ts";

test("a plan names what must run and why, writes nothing and asks nobody", async () => {
  const provider = await scriptedProvider(["Done."]);
  const root = campaignWorkspace({ cases: ["a", "b"], tools: ["exec_shell"] });
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "sk-or-v1-0123456789abcdef" };
  const { code, stdout } = await onCampaign("plan", root, [], { env });
  expect(code).toBe(0);
  expect(stdout).toContain("2 to run, 0 stored already. Nothing was spent.");
  expect(stdout).toContain("2 to 18 requests");
  expect(stdout).toContain("cost unknown: no stored run of these models reports a cost");
  expect(stdout).toContain("2 × new");
  expect(provider.requests).toEqual([]);
  expect(storedFiles(root)).toEqual([]);
});

test("after a run the plan knows what is stored, what changed, and what it cost before", async () => {
  const provider = await scriptedProvider(["Done."]);
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "sk-or-v1-0123456789abcdef" };
  const root = campaignWorkspace({ cases: ["a", "b"] });
  await onCampaign("run", root, [], { env });
  writeFiles(root, {
    "configs/cases/b/test.yaml": campaignFiles({ cases: ["b"], question: "New." })["configs/cases/b/test.yaml"]!,
  });
  const { stdout } = await onCampaign("plan", root, [], { env });
  expect(stdout).toContain("1 to run, 1 stored already.");
  expect(stdout).toContain("1 × changed: messages");
  expect(stdout).toContain("about $0.0010 (from 2 stored runs)");
  expect(provider.requests).toHaveLength(2);
});

test("a missing key is part of the plan, not an error", async () => {
  const { code, stdout } = await onCampaign("plan", campaignWorkspace());
  expect(code).toBe(0);
  expect(stdout).toContain("Before it can run:\n  model m1: No key for https://openrouter.ai/api/v1");
});

test("the plan as JSON is one versioned document", async () => {
  const root = campaignWorkspace({ models: ["offline/diligent"] });
  const { stdout } = await onCampaign("plan", root, ["--output", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    schema_version: 1,
    kind: "plan_report",
    totals: { trials: 1, run: 1, reuse: 0, copy: 0 },
    models: [{ model_id: "m1", offline: true, requests: { least: 1, most: 1 }, cost: { known: true, usd: 0 } }],
    trials: [{ model_id: "m1", case_id: "a", repetition: 1, action: "run", reason: "new" }],
  });
});
