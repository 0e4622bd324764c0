import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { writeFiles } from "../support/temporary.ts";
import { campaignFiles, campaignWorkspace, onCampaign, readRecord, records, storedFiles } from "./workspace.ts";

const KEY = "sk-or-v1-0123456789abcdef0123456789abcdef";

test("a second process on the same campaign is refused with the first one's pid, and the first is undisturbed", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let tell = () => {};
  const arrived = new Promise<void>((resolve) => (tell = resolve));
  const provider = await scriptedProvider(async () => {
    tell();
    await released;
    return "Done.";
  });
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY };
  const root = campaignWorkspace();
  let pid: number | undefined;
  const first = onCampaign("run", root, [], { env, onStart: (child) => (pid = child.pid) });
  await arrived;
  const second = await onCampaign("run", root, [], { env });
  release();
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(new RegExp(`process ${pid} on .* has been running this campaign since \\d{4}-`));
  expect((await first).code).toBe(0);
  expect(provider.requests).toHaveLength(1);
});

test("the lock of a dead process is taken over", async () => {
  const root = campaignWorkspace({ models: ["offline/diligent"] });
  await onCampaign("run", root);
  const folder = records(root)[0]!.split("/").slice(0, 3).join("/");
  const dead = { pid: 999_999_999, host: hostname(), since: "2026-01-01T00:00:00Z", process_start: "1", token: "t" };
  writeFileSync(join(root, "outputs", folder, ".lock"), JSON.stringify(dead));
  expect((await onCampaign("run", root, ["--force"])).code).toBe(0);
  expect(storedFiles(root).filter((path) => path.includes(".lock"))).toEqual([]);
});

test("different campaigns on one store run at the same time without harm", async () => {
  const provider = await scriptedProvider(() => ({ content: "Done.", delayMs: 20 }));
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY };
  const profile = { execution_policy: { max_concurrency: 4, run_repetitions: 20 } };
  const root = campaignWorkspace({ profile });
  const other = campaignFiles({ profile: { ...profile, runner_defaults: { temperature: 1 } } });
  writeFiles(root, {
    "configs/run_profiles/q.yaml": other["configs/run_profiles/p.yaml"]!.replace('"p"', '"q"'),
  });
  const both = await Promise.all([
    onCampaign("run", root, [], { env }),
    onCampaign("run", root, ["--run-profile", "q"], { env }),
  ]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(records(root).map((path) => readRecord(root, path).status)).toEqual(Array(40).fill("success"));
});
