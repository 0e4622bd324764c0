import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loggedRecords } from "../support/log-lines.ts";
import { type ScriptedAnswer, scriptedProvider } from "../support/scripted-provider.ts";
import { campaignWorkspace, onCampaign, readRecord, records, storedFiles } from "./workspace.ts";

const KEY = "sk-or-v1-0123456789abcdef0123456789abcdef";
const TWO_AT_A_TIME = { execution_policy: { max_concurrency: 2, run_repetitions: 6 } };
const HANGS: ScriptedAnswer = { status: 200, hang: "before_headers" };

/** A provider that tells when the given request arrives, and answers as the script says. */
async function providerThatTells(at: number, answer: (index: number) => ScriptedAnswer) {
  let tell = () => {};
  const arrived = new Promise<void>((resolve) => (tell = resolve));
  const provider = await scriptedProvider((_, index) => {
    if (index === at) tell();
    return answer(index);
  });
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY };
  return { provider, arrived, env };
}

test("SIGINT lets what is in flight finish, starts nothing new, and the next run continues from there", async () => {
  const { provider, arrived, env } = await providerThatTells(3, () => ({ content: "Done.", delayMs: 300 }));
  const root = campaignWorkspace({ profile: TWO_AT_A_TIME });
  const { code, stdout, stderr } = await onCampaign("run", root, [], {
    env,
    onStart: (child) => void arrived.then(() => child.kill("SIGINT")),
  });
  expect(code).toBe(130);
  expect(stderr).toContain("Interrupted: nothing new is started");
  expect(stdout).toContain("6 trials (4 executed, 0 reused, 2 not run)");
  expect(records(root)).toHaveLength(4);
  const next = await onCampaign("run", root, [], { env });
  expect(next.code).toBe(0);
  expect(next.stdout).toContain("6 trials (2 executed, 4 reused)");
  expect(provider.requests).toHaveLength(6);
});

test("a second SIGINT ends at once and leaves nothing half-written", async () => {
  const { arrived, env } = await providerThatTells(3, (index) => (index < 2 ? "Done." : HANGS));
  const root = campaignWorkspace({ profile: TWO_AT_A_TIME });
  const { code } = await onCampaign("run", root, ["--quiet"], { env, onStart: (child) => twice(child, root, arrived) });
  expect(code).toBe(130);
  expect(records(root)).toHaveLength(2);
  expectWholeFiles(root);
  const [campaign] = readdirSync(join(root, "outputs/runs/s"));
  expect(existsSync(join(root, "outputs/runs/s", campaign!, ".lock"))).toBe(false);
});

test("killed in the middle, no file is half-written and the next run asks only what is missing", async () => {
  let hanging = true;
  const { provider, arrived, env } = await providerThatTells(4, (index) => (index >= 4 && hanging ? HANGS : "Done."));
  const root = campaignWorkspace({ profile: TWO_AT_A_TIME });
  const killed = await onCampaign("run", root, [], {
    env,
    onStart: (child) => void arrived.then(() => child.kill("SIGKILL")),
  });
  expect(killed.signal).toBe("SIGKILL");
  expectWholeFiles(root);
  const stored = loggedRecords(root, "run").length;
  const asked = provider.requests.length;
  hanging = false;
  const next = await onCampaign("run", root, [], { env });
  expect(next.code).toBe(0);
  expect(next.stdout).toContain(`6 trials (${6 - stored} executed, ${stored} reused)`);
  expect(provider.requests.length - asked).toBe(6 - stored);
  expect(storedFiles(root).filter((path) => path.includes(".staging") || path.includes(".lock"))).toEqual([]);
});

/** Presses a second time when the two answers that came are on the disk, which takes a busy machine as long as it takes. */
function twice(child: ChildProcess, root: string, arrived: Promise<void>): void {
  void arrived.then(async () => {
    child.kill("SIGINT");
    do await new Promise((resolve) => setTimeout(resolve, 300));
    while (records(root).length < 2 && child.exitCode === null);
    child.kill("SIGINT");
  });
}

function expectWholeFiles(root: string): void {
  for (const path of storedFiles(root).filter((path) => path.endsWith(".json") && !path.includes(".staging")))
    expect(() => JSON.parse(readFileSync(join(root, "outputs", path), "utf8")), path).not.toThrow();
  for (const path of records(root)) expect(readRecord(root, path).status).toBe("success");
}
