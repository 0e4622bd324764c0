import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../test/support/temporary.ts";
import { loadCampaign } from "../config/index.ts";
import type { RunArtifact, RunStatus } from "../records/index.ts";
import type { Runner } from "../runners/index.ts";
import { openStore } from "../store/index.ts";
import { sha256 } from "../text/index.ts";
import { runCampaign } from "./run-campaign.ts";

test("a second run reuses every stored trial", async () => {
  const root = workspace();
  expect(await run(root)).toEqual(["executed success", "executed success"]);
  expect(await run(root)).toEqual(["reused success", "reused success"]);
});

test("raising run_repetitions from 1 to 2 runs only the new repetition", async () => {
  const root = workspace();
  await run(root);
  writeFiles(root, { [PROFILE]: profile({ repetitions: 2 }) });
  expect(await run(root)).toEqual(["reused success", "executed success", "reused success", "executed success"]);
});

test.each<[RunStatus, string]>([
  ["success", "reused success"],
  ["failed", "reused failed"],
  ["invalid", "executed success"],
  ["provider_error", "executed success"],
  ["timed_out", "executed success"],
])("a stored %s run gives: %s", async (status, outcome) => {
  const root = workspace();
  await run(root, { answer: { status } });
  expect(await run(root)).toEqual([outcome, outcome]);
});

test("editing one case runs that case again and says what changed", async () => {
  const root = workspace();
  await run(root);
  writeFiles(root, { [caseFile("b")]: testCase("b", "Another question") });
  const events: string[] = [];
  expect(await run(root, { events })).toEqual(["reused success", "executed success"]);
  expect(events).toContain("m/b #1: changed: messages");
});

test("undoing an edit finds the earlier run again", async () => {
  const root = workspace();
  await run(root, { answer: { final_output: "first" } });
  writeFiles(root, { [caseFile("b")]: testCase("b", "Another question") });
  await run(root, { answer: { final_output: "second" } });
  writeFiles(root, { [caseFile("b")]: testCase("b", "Question b") });
  expect(await run(root)).toEqual(["reused success", "copied success"]);
  expect(record(root, "b").final_output).toBe("first");
});

test("titles, tags, expectations, time-outs and retries are no part of a trial's identity", async () => {
  const root = workspace();
  await run(root);
  writeFiles(root, {
    [caseFile("a")]: `${testCase("a", "Question a").replace("title: a", "title: Renamed")}tags: [new]
expectations:
  hard_expectations: [{ text: Answers. }]
`,
    [PROFILE]: `${profile({ repetitions: 1 })}runner_defaults: { timeout_seconds: 7, retries: 1 }\n`,
  });
  expect(await run(root)).toEqual(["reused success", "reused success"]);
});

test("a setting that changes answers moves the campaign to another folder and runs again", async () => {
  const root = workspace();
  await run(root);
  writeFiles(root, { [PROFILE]: `${profile({ repetitions: 1 })}runner_defaults: { temperature: 0.5 }\n` });
  expect(await run(root)).toEqual(["executed success", "executed success"]);
});

test("an override of one model leaves the trials of other models alone", async () => {
  const root = workspace();
  await run(root);
  writeFiles(root, { [PROFILE]: `${profile({ repetitions: 1 })}model_overrides: { other: { temperature: 1 } }\n` });
  expect(await run(root)).toEqual(["copied success", "copied success"]);
});

test("0 and 0.0 are the same temperature", async () => {
  const root = workspace();
  writeFiles(root, { [PROFILE]: `${profile({ repetitions: 1 })}runner_defaults: { temperature: 0 }\n` });
  await run(root);
  writeFiles(root, { [PROFILE]: `${profile({ repetitions: 1 })}runner_defaults: { temperature: 0.0 }\n` });
  expect(await run(root)).toEqual(["reused success", "reused success"]);
});

test("a renamed suite copies its runs under its new ids", async () => {
  const root = workspace();
  await run(root);
  renameSync(join(root, "configs/suites/s.yaml"), join(root, "configs/suites/t.yaml"));
  writeFiles(root, { "configs/suites/t.yaml": suite("t") });
  expect(await run(root, { suite: "t" })).toEqual(["copied success", "copied success"]);
  expect(record(root, "a", "t").identity).toMatchObject({ suite_id: "t", model_id: "m", case_id: "a", repetition: 1 });
});

test("two ids of the same model share one run", async () => {
  const root = workspace();
  writeFiles(root, {
    "configs/suites/s.yaml": `${suite("s")}  - { model_id: n, requested_model: offline/diligent }\n`,
  });
  expect(await run(root)).toEqual(["executed success", "executed success", "copied success", "copied success"]);
});

test("two ids of the same model share one run also when their trials come at the same time", async () => {
  const root = workspace();
  writeFiles(root, {
    "configs/suites/s.yaml": `${suite("s")}  - { model_id: n, requested_model: offline/diligent }\n`,
    [PROFILE]: profile({ repetitions: 1, policy: "max_concurrency: 4" }),
  });
  const executed: string[] = [];
  const during = async (caseId: string) => {
    executed.push(caseId);
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const outcomes = await run(root, { during });
  expect(executed.sort()).toEqual(["a", "b"]);
  expect(outcomes.sort()).toEqual(["copied success", "copied success", "executed success", "executed success"]);
});

test("the fingerprint of a run is the text its id is the SHA-256 of", async () => {
  const root = workspace();
  await run(root);
  const { fingerprint, identity } = record(root, "a") as RunArtifact & { fingerprint: string };
  expect(sha256(fingerprint)).toBe(identity.run_id);
});

test.each<[string, (line: string) => string]>([
  ["cut off", (line) => line.slice(0, 200)],
  ["changed in one digit", (line) => line.replace('"duration_ms":0', '"duration_ms":1')],
  ["not JSON", () => "what is this"],
])("a record that is %s is treated as missing, with a warning", async (_, damage) => {
  const root = workspace();
  await run(root);
  damageRun(root, "a", damage);
  const events: string[] = [];
  expect(await run(root, { events })).toEqual(["executed success", "reused success"]);
  expect(events[0]).toMatch(/^log\/.*\.jsonl, byte \d+: .*is treated as missing$/);
});

test("files for reading that are gone are made again, and a run without them makes none", async () => {
  const root = workspace();
  await run(root, { files: false });
  expect(existsSync(recordPath(root, "a"))).toBe(false);
  expect(await run(root)).toEqual(["reused success", "reused success"]);
  const made = readFileSync(recordPath(root, "a"), "utf8");
  rmSync(recordPath(root, "a"));
  await run(root);
  expect(readFileSync(recordPath(root, "a"), "utf8")).toBe(made);
});

test("a run whose kept file is gone is treated as missing", async () => {
  const root = workspace({ tools: true });
  const writesFile: Partial<RunArtifact> & { file?: string } = { file: "workspace/out.txt" };
  await run(root, { answer: writesFile });
  rmSync(join(recordPath(root, "a").replace(".json", ".artifacts"), "workspace/out.txt"));
  expect(await run(root, { answer: writesFile })).toEqual(["executed success", "reused success"]);
});

test("files of an earlier run do not survive in the place of a later one", async () => {
  const root = workspace({ tools: true });
  await run(root, { answer: { status: "timed_out", file: "workspace/out.txt" } });
  await run(root);
  expect(existsSync(recordPath(root, "a").replace(".json", ".artifacts"))).toBe(false);
});

test("a missing key is a problem named before anything runs, and none when nothing must run", async () => {
  const root = workspace();
  await expect(run(root, { problem: "No key." })).rejects.toThrow("model m: No key.");
  await run(root);
  expect(await run(root, { problem: "No key." })).toEqual(["reused success", "reused success"]);
});

test("force runs again what is selected and leaves the rest out", async () => {
  const root = workspace();
  await run(root);
  expect(await run(root, { force: true, cases: ["b"] })).toEqual(["executed success"]);
});

test("fail_fast stops after the first trial that fails", async () => {
  const root = workspace();
  writeFiles(root, { [PROFILE]: profile({ repetitions: 1, policy: "fail_fast: true" }) });
  expect(await run(root, { answer: { status: "failed" } })).toEqual(["executed failed", "not_run fail_fast"]);
});

test.each([
  ["stops the campaign", "true", ["executed provider_error", "not_run runner_error"]],
  ["does not when told so", "false", ["executed provider_error", "executed provider_error"]],
])("a crashing runner %s", async (_, setting, outcomes) => {
  const root = workspace();
  writeFiles(root, { [PROFILE]: profile({ repetitions: 1, policy: `stop_on_runner_error: ${setting}` }) });
  expect(await run(root, { answer: new Error("boom") })).toEqual(outcomes);
});

test("a time-out does not stop the campaign", async () => {
  const answer = { status: "timed_out" as const, failure: { stage: "timeout" as const, message: "30 s" } };
  expect(await run(workspace(), { answer })).toEqual(["executed timed_out", "executed timed_out"]);
});

test("max_concurrency trials run at the same time, and no more", async () => {
  const root = workspace();
  writeFiles(root, { [PROFILE]: profile({ repetitions: 4, policy: "max_concurrency: 3" }) });
  let running = 0;
  let most = 0;
  await run(root, {
    during: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    },
  });
  expect(most).toBe(3);
});

test("results stand in the order of the plan, whatever ends first", async () => {
  const root = workspace();
  writeFiles(root, { [PROFILE]: profile({ repetitions: 1, policy: "max_concurrency: 2" }) });
  const ended: string[] = [];
  const slowFirst = async (caseId: string) => {
    await new Promise((resolve) => setTimeout(resolve, caseId === "a" ? 30 : 1));
    ended.push(caseId);
  };
  const order: string[] = [];
  await run(root, { during: slowFirst, order });
  expect(ended).toEqual(["b", "a"]);
  expect(order).toEqual(["a", "b"]);
});

const PROFILE = "configs/run_profiles/p.yaml";
const caseFile = (id: string) => `configs/cases/${id}/test.yaml`;

function profile({ repetitions, policy = "max_concurrency: 1" }: { repetitions: number; policy?: string }): string {
  return `schema_version: 1
run_profile_id: p
title: Profile
execution_policy:
  run_repetitions: ${repetitions}
  ${policy}
`;
}

function testCase(id: string, question: string, tools = false): string {
  return `schema_version: 1
case_id: ${id}
title: ${id}
runner: { type: llm_probe }
input:
  messages: [{ role: user, content: ${question} }]
${tools ? "  context: { llm_probe: { tools: [write_file] } }\n" : ""}`;
}

function suite(id: string): string {
  return `schema_version: 1
suite_id: ${id}
title: Suite
models:
  - { model_id: m, requested_model: offline/diligent }
`;
}

function workspace({ tools = false } = {}): string {
  return temporaryFolder({
    "configs/suites/s.yaml": suite("s"),
    [PROFILE]: profile({ repetitions: 1 }),
    [caseFile("a")]: testCase("a", "Question a", tools),
    [caseFile("b")]: testCase("b", "Question b", tools),
  });
}

/** Changes the line of a case's run in the log. */
function damageRun(root: string, caseId: string, damage: (line: string) => string): void {
  const folder = join(root, "outputs/log");
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".jsonl"))) {
    const lines = readFileSync(join(folder, name), "utf8").split("\n");
    const isRun = (line: string) => line.startsWith('{"kind":"run"') && line.includes(`"case_id":"${caseId}"`);
    writeFileSync(join(folder, name), lines.map((line) => (isRun(line) ? damage(line) : line)).join("\n"));
  }
}

function recordPath(root: string, caseId: string, suiteId = "s"): string {
  const index = readFileSync(join(root, "outputs", "last-folder"), "utf8");
  return join(root, "outputs/runs", suiteId, index, "m", caseId, "run_1.json");
}

function record(root: string, caseId: string, suiteId?: string): RunArtifact {
  return JSON.parse(readFileSync(recordPath(root, caseId, suiteId), "utf8"));
}

interface RunOptions {
  suite?: string;
  answer?: (Partial<RunArtifact> & { file?: string }) | Error;
  during?: (caseId: string) => Promise<void>;
  problem?: string;
  force?: boolean;
  files?: boolean;
  cases?: string[];
  events?: string[];
  order?: string[];
}

/** Runs the campaign with a runner that gives the wanted answer; returns `source status` per trial. */
async function run(root: string, options: RunOptions = {}): Promise<string[]> {
  const loaded = await loadCampaign({ from: root, suite: options.suite ?? "s", runProfile: "p" });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const gateway = { endpoint: "offline", offline: true, complete: () => Promise.reject(new Error("not called")) };
  const runner: Runner = async (trial, { directory }) => {
    await options.during?.(trial.loadedCase.case.case_id);
    const { answer = {} } = options;
    if (answer instanceof Error) throw answer;
    const { file, ...fields } = answer;
    if (file) writeFiles(directory, { [file]: "kept" });
    return { ...emptyArtifact, ...fields };
  };
  const store = openStore(join(root, "outputs"));
  const outcome = await runCampaign(loaded.value, {
    store,
    files: options.files,
    gateways: { forModel: () => gateway, problem: () => options.problem ?? null, secrets: () => [] },
    agentFingerprint: async () => "",
    select: { cases: options.cases },
    force: options.force,
    runners: { llm_probe: runner, openclaw: runner, agent: runner },
    chooseSandbox: async () => ({ ok: false, reason: "not needed" }),
    env: {},
    onEvent: (event) => {
      if (event.type === "warning") options.events?.push(event.message);
      if (event.type === "trial_started" && event.planned.decision.action === "run") {
        const { place, decision } = event.planned;
        options.events?.push(`${place.model_id}/${place.case_id} #${place.repetition}: ${decision.reason}`);
      }
    },
  });
  await store.close();
  if (!outcome.ok) throw outcome.error;
  writeFileSync(join(root, "outputs", "last-folder"), outcome.plan.name.run_profile);
  options.order?.push(...outcome.outcomes.map(({ planned }) => planned.place.case_id));
  return outcome.outcomes.map((each) =>
    each.source === "not_run" ? `not_run ${each.reason}` : `${each.source} ${each.summary.status}`,
  );
}

const emptyArtifact: RunArtifact = {
  schema_version: 1,
  identity: { run_id: "", suite_id: "", run_profile_id: "", model_id: "", case_id: "", repetition: 1 },
  runner: "llm_probe",
  status: "success",
  final_output: "answer",
  final_output_forced: false,
  failure: null,
  request: {
    gateway: "offline",
    model: "offline/diligent",
    offline: true,
    execution_parameters: {},
    messages: [],
    turns: [],
    tools: [],
    metadata: {},
  },
  provider: [],
  timing: {
    started_at: "2026-01-01T00:00:00.000Z",
    finished_at: "2026-01-01T00:00:00.000Z",
    duration_ms: 0,
    latency_ms: 0,
  },
  usage: null,
  trace: [],
  artifacts: [],
  runner_metadata: {},
};
