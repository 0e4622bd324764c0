import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunArtifact } from "../../src/records/index.ts";
import { sha256 } from "../../src/text/index.ts";
import { damageRecords } from "../support/log-lines.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { writeFiles } from "../support/temporary.ts";
import { campaignFiles, campaignWorkspace, onCampaign, readRecord, records, storedFiles } from "./workspace.ts";

const KEY = "sk-or-v1-0123456789abcdef0123456789abcdef";
const OFFLINE = { models: ["offline/diligent"] };

function environment(baseUrl: string): Record<string, string> {
  return { OPENROUTER_BASE_URL: baseUrl, OPENROUTER_API_KEY: KEY };
}

test("a run stores each trial in its place, with its fingerprint, and reports per model", async () => {
  const provider = await scriptedProvider(["Done."]);
  const root = campaignWorkspace({ models: ["x/one", "x/two"], cases: ["a", "b"] });
  const { code, stdout } = await onCampaign("run", root, ["--quiet"], { env: environment(provider.baseUrl) });
  expect(code).toBe(0);
  expect(records(root).map((path) => path.replace(/p-[0-9a-f]{8}/, "p-FP"))).toEqual([
    "runs/s/p-FP/m1/a/run_1.json",
    "runs/s/p-FP/m1/b/run_1.json",
    "runs/s/p-FP/m2/a/run_1.json",
    "runs/s/p-FP/m2/b/run_1.json",
  ]);
  const { fingerprint, identity } = readRecord(root, records(root)[0]!) as RunArtifact & { fingerprint: string };
  expect(sha256(fingerprint)).toBe(identity.run_id);
  expect(stdout).toMatch(/s × p: 4 trials \(4 executed, 0 reused\)\nNew spend: \$0\.004/);
  expect(stdout).toMatch(/ m1 +2 +2 +0 +30 +\$0\.002/);
});

test("a second run makes no request, needs no key and says that nothing was paid again", async () => {
  const provider = await scriptedProvider(["Done."]);
  const root = campaignWorkspace({ cases: ["a", "b"] });
  await onCampaign("run", root, [], { env: environment(provider.baseUrl) });
  const again = await onCampaign("run", root, [], { env: { OPENROUTER_BASE_URL: provider.baseUrl } });
  expect(again.code).toBe(0);
  expect(provider.requests).toHaveLength(2);
  expect(again.stdout).toContain("2 trials (0 executed, 2 reused)");
  expect(again.stdout).toContain("New spend: $0 (0 + 0 tokens). Reused, not paid again: $0.0020 (20 + 10 tokens)");
});

test("a missing key is said before anything starts, with exit code 2", async () => {
  const root = campaignWorkspace();
  const { code, stderr, stdout } = await onCampaign("run", root);
  expect(code).toBe(2);
  expect(stderr).toContain("OPENROUTER_API_KEY is not set");
  expect(stdout).toBe("");
  expect(storedFiles(root)).toEqual([]);
});

test("JSON output is one versioned document and nothing else", async () => {
  const root = campaignWorkspace({ ...OFFLINE, cases: ["a", "b"] });
  const { stdout } = await onCampaign("run", root, ["--output", "json"]);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ schema_version: 1, kind: "run_report", ended: "done", message: null });
  expect(report.models).toMatchObject([{ model_id: "m1", model: "offline/diligent", offline: true, executed: 2 }]);
  expect(report.trials).toMatchObject([
    { model_id: "m1", case_id: "a", repetition: 1, source: "executed", status: "success" },
    { model_id: "m1", case_id: "b", repetition: 1, source: "executed", status: "success" },
  ]);
  expect(readRecord(root, report.trials[0].record.replace("outputs/", "")).identity.run_id).toBe(
    report.trials[0].run_id,
  );
});

test("progress goes to stderr, one line per trial, and nowhere with --quiet", async () => {
  const root = campaignWorkspace({ ...OFFLINE, cases: ["a"] });
  const loud = await onCampaign("run", root);
  expect(loud.stderr).toContain("[1/1] m1/a #1: success");
  expect(loud.stdout).not.toContain("[1/1]");
  const quiet = await onCampaign("run", root, ["--quiet", "--force"]);
  expect(quiet.stderr).toBe("");
});

test("--model and --case choose trials, and an unknown one is an error with a suggestion", async () => {
  const root = campaignWorkspace({ models: ["offline/diligent", "offline/hasty"], cases: ["alpha", "beta"] });
  await onCampaign("run", root, ["--model", "m2", "--case", "beta"]);
  expect(records(root)).toHaveLength(1);
  expect(records(root)[0]).toMatch(/m2\/beta\/run_1\.json$/);
  const wrong = await onCampaign("run", root, ["--case", "beto"]);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('--case beto is not among the cases that suite s selects. Did you mean "beta"?');
});

test("--force runs what is selected again", async () => {
  const provider = await scriptedProvider(["First.", "Second."]);
  const root = campaignWorkspace();
  await onCampaign("run", root, [], { env: environment(provider.baseUrl) });
  await onCampaign("run", root, ["--force"], { env: environment(provider.baseUrl) });
  expect(readRecord(root, records(root)[0]!).final_output).toBe("Second.");
});

describe("what the execution policy says is done", () => {
  test("max_concurrency trials are in flight at once", async () => {
    const provider = await scriptedProvider(() => ({ content: "Done.", delayMs: 150 }));
    const root = campaignWorkspace({ profile: { execution_policy: { max_concurrency: 5, run_repetitions: 12 } } });
    await onCampaign("run", root, [], { env: environment(provider.baseUrl) });
    expect(provider.mostInFlight()).toBe(5);
    expect(provider.requests).toHaveLength(12);
  });

  test("fail_fast stops after the first trial that fails, with exit code 1", async () => {
    const provider = await scriptedProvider([{ content: "" }]);
    const root = campaignWorkspace({ cases: ["a", "b", "c"], profile: { execution_policy: { fail_fast: true } } });
    const { code, stdout } = await onCampaign("run", root, [], { env: environment(provider.baseUrl) });
    expect(code).toBe(1);
    expect(provider.requests).toHaveLength(1);
    expect(stdout).toContain("3 trials (1 executed, 0 reused, 2 not run)");
    expect(stdout).toContain("Stopped by fail_fast: m1/a #1: failed");
  });

  test("a refused key stops the campaign after one request", async () => {
    const provider = await scriptedProvider([{ status: 401 }]);
    const root = campaignWorkspace({ cases: ["a", "b", "c"] });
    const { code, stdout } = await onCampaign("run", root, [], { env: environment(provider.baseUrl) });
    expect(code).toBe(1);
    expect(provider.requests).toHaveLength(1);
    expect(stdout).toContain("stop_on_runner_error");
  });

  test("an outage of one trial does not stop the others", async () => {
    const provider = await scriptedProvider([{ status: 503 }, "Done."]);
    const root = campaignWorkspace({ cases: ["a", "b"] });
    const { code, stdout } = await onCampaign("run", root, [], { env: environment(provider.baseUrl) });
    expect(code).toBe(1);
    expect(stdout).toMatch(/ m1 +2 +1 +1 /);
    expect(provider.requests).toHaveLength(2);
  });
});

test("after an outage only the trial that met it is run again", async () => {
  const provider = await scriptedProvider(["Done.", { status: 503 }, "Done too."]);
  const root = campaignWorkspace({ cases: ["a", "b"] });
  await onCampaign("run", root, [], { env: environment(provider.baseUrl) });
  const again = await onCampaign("run", root, [], { env: environment(provider.baseUrl) });
  expect(again.code).toBe(0);
  expect(again.stdout).toContain("2 trials (1 executed, 1 reused)");
  expect(provider.requests).toHaveLength(3);
});

test("a truncated record is run again, with a warning that names it", async () => {
  const root = campaignWorkspace({ ...OFFLINE, cases: ["a", "b"] });
  await onCampaign("run", root);
  expect(damageRecords(root, ({ kind, place }) => kind === "run" && place!.includes("/a/"))).toBe(1);
  const { stderr, stdout } = await onCampaign("run", root, ["--quiet"]);
  expect(stderr).toMatch(
    /^warning: log\/[\w-]+\.jsonl, byte \d+: it is cut off or not a record; run is treated as missing\n$/,
  );
  expect(stdout).toContain("2 trials (1 executed, 1 reused)");
});

test("a moved store is still found", async () => {
  const root = campaignWorkspace(OFFLINE);
  await onCampaign("run", root);
  const elsewhere = campaignWorkspace(OFFLINE);
  cpSync(join(root, "outputs"), join(elsewhere, "outputs"), { recursive: true });
  expect((await onCampaign("run", elsewhere)).stdout).toContain("1 trial (0 executed, 1 reused)");
});

test("a second profile with the same settings copies the runs, files included", async () => {
  const provider = await scriptedProvider([
    { tool_calls: [{ name: "write_file", arguments: { path: "out.txt", content: "made by the trial" } }] },
    "Written.",
  ]);
  const root = campaignWorkspace({ tools: ["write_file"] });
  await onCampaign("run", root, [], { env: environment(provider.baseUrl) });
  const profile = campaignFiles()["configs/run_profiles/p.yaml"]!.replace(
    '"run_profile_id":"p"',
    '"run_profile_id":"q"',
  );
  writeFiles(root, { "configs/run_profiles/q.yaml": profile });
  const { stdout } = await onCampaign("run", root, ["--run-profile", "q"], { env: environment(provider.baseUrl) });
  expect(stdout).toContain("1 trial (0 executed, 1 reused)");
  expect(provider.requests).toHaveLength(2);
  const copy = records(root).find((path) => path.startsWith("runs/s/q-"))!;
  expect(readRecord(root, copy).identity).toMatchObject({ run_profile_id: "q", case_id: "a" });
  const file = join(root, "outputs", copy.replace(".json", ".artifacts"), "workspace/out.txt");
  expect(readFileSync(file, "utf8")).toBe("made by the trial");
});

test("a file where outputs/ should be is named, with exit code 2 and no request", async () => {
  const provider = await scriptedProvider(["Done."]);
  const root = campaignWorkspace();
  writeFileSync(join(root, "outputs"), "not a folder");
  const { code, stderr } = await onCampaign("run", root, [], { env: environment(provider.baseUrl) });
  expect(code).toBe(2);
  expect(stderr).toContain("results cannot be written to");
  expect(provider.requests).toHaveLength(0);
});
