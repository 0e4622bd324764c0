import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { obedientProvider } from "../openclaw/support/obedient-provider.ts";
import { OK } from "../openclaw/support/run-with-stand-in.ts";
import { standIn } from "../openclaw/support/stand-in.ts";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";
import { REAL_KEY } from "../support/wire-upstream.ts";
import { playProvider } from "./support/play-provider.ts";

const CAMPAIGN = ["--suite", "s", "--run-profile", "r"];
const JUDGED = [...CAMPAIGN, "--evaluation-profile", "e"];

const agentYaml = (folder: string, { behaviour = "honest", title = "Helper", id = "helper" } = {}) => `schema_version: 1
agent_id: ${id}
title: ${title}
kind: command
command: [${folder}/helper, ${behaviour}]
output:
  format: jsonl
  answer: { path: result.text, where: { type: ended } }
  usage: { input: by_model.*.input, output: by_model.*.output, where: { type: counted } }
  tool_calls: { name: tool.name, where: { type: called } }
environment: { BASE_URL: "{base_url}", TOKEN: "{token}", MODEL: "{model}" }
host_folders: [${folder}]
`;

/** A workspace with one case, two models and a program as their agent, which a test can change. */
async function workspace(agent: Parameters<typeof agentYaml>[1] = {}) {
  // Not below /tmp, which is the trial's own in the sandbox.
  const folder = mkdtempSync(join(projectRoot, "node_modules/.assay-test-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(join(projectRoot, "test/agents/support/helper-agent.cjs"), join(folder, "helper-agent.cjs"));
  const installProgram = (version: string) => {
    const text = `#!/bin/sh\n# ${version}\nexec node ${folder}/helper-agent.cjs "$@"\n`;
    writeFileSync(join(folder, "helper"), text, { mode: 0o755 });
  };
  installProgram("1.0.0");
  const provider = await playProvider({ "write it": { runs: "echo written > out.txt", says: "It is written." } });
  const cwd = temporaryFolder({
    "configs/agents/helper/agent.yaml": agentYaml(folder, agent),
    "configs/agents/helper/workspace/README.md": "Hello.\n",
    "configs/cases/c/test.yaml": `schema_version: 1
case_id: c
title: C
runner: { type: agent }
input: { messages: [{ role: user, content: Please write it. }], context: { agent: { expected_artifact: out.txt } } }
expectations: { hard_expectations: [{ text: out.txt was written. }] }
`,
    "configs/suites/s.yaml": `schema_version: 1
suite_id: s
title: S
models:
  - { model_id: one, requested_model: maker/model-1, agent_id: helper }
  - { model_id: two, requested_model: maker/model-2, agent_id: helper }
`,
    "configs/run_profiles/r.yaml": `schema_version: 1
run_profile_id: r
title: R
gateway: { base_url: "http://127.0.0.1:${provider.port}/v1", api_key_env: TEST_KEY }
agent: { timeout_seconds: 60 }
`,
    "configs/evaluation_profiles/e.yaml": `schema_version: 1
evaluation_profile_id: e
title: E
judges: [{ judge_id: j, type: llm_probe, model: offline/judge }]
judge_runs: [{ judge_run_id: j, judge_id: j }]
aggregation: { method: median }
`,
  });
  const call = (words: string[]) => assay(words, { cwd, env: { TEST_KEY: REAL_KEY } });
  return { cwd, folder, provider, call, installProgram, run: () => call(["run", ...CAMPAIGN]) };
}

describe.skipIf(lacks("sandbox") || lacks("clone_in_sight"))("a campaign with an agent", () => {
  test("asks each of two models, and runs again only what changed about the agent", async () => {
    const { cwd, folder, provider, run, call, installProgram } = await workspace();
    /** How many trials ran: each asks its model twice. */
    const trialsOf = async () => {
      const before = provider.requests.length;
      const { code, stdout, stderr } = await run();
      expect([code, stdout + stderr]).toEqual([0, expect.any(String)]);
      return (provider.requests.length - before) / 2;
    };
    const given = (files: Record<string, string>) => writeFiles(join(cwd, "configs/agents/helper"), files);
    expect(await trialsOf()).toBe(2);
    expect(new Set(provider.requests.map(({ text }) => JSON.parse(text).model))).toEqual(
      new Set(["maker/model-1", "maker/model-2"]),
    );
    expect(await trialsOf()).toBe(0);
    given({ "agent.yaml": agentYaml(folder, { title: "Another title" }) });
    expect(await trialsOf()).toBe(0);
    given({ "workspace/README.md": "Hello again.\n" });
    expect(await trialsOf()).toBe(2);
    chmodSync(join(cwd, "configs/agents/helper/workspace/README.md"), 0o755);
    expect(await trialsOf()).toBe(2);
    installProgram("1.0.1");
    expect((await call(["plan", ...CAMPAIGN])).stdout).toContain("2 × changed: agent");
    expect(await trialsOf()).toBe(2);
    given({ "agent.yaml": agentYaml(folder, { behaviour: "other" }) });
    expect(await trialsOf()).toBe(2);
  });

  test("shows readers and judges where an agent's account differs from the wire", async () => {
    const { cwd, call } = await workspace({ behaviour: "miscounts" });
    expect((await call(["run-eval", ...JUDGED])).code).toBe(0);
    const differs = "the agent reported 7 tokens in and 40 out; the wire shows 200 and 40";
    expect((await call(["report", ...JUDGED])).stdout.replace(/\s+/g, " ")).toContain(differs);
    const { trials } = JSON.parse((await call(["report", ...JUDGED, "--output", "json"])).stdout);
    expect(trials).toHaveLength(2);
    const packets = textsBelow(join(cwd, "outputs/evaluations"), "judge_1.prompt.user.json").join("\n");
    expect(packets).toContain(differs);
    expect(packets).not.toContain("maker/model");
  });
});

const OPENCLAW = `schema_version: 1
agent_id: helper
title: Helper
kind: openclaw
image: example.org/openclaw:1
`;

test("OpenClaw as a model's agent: its image is part of its trials, and a variant's settings reach it", async () => {
  const docker = standIn({ turns: [{ ...OK, does: "echo x > out.txt" }], imageId: "sha256:0001" });
  const { baseUrl } = await obedientProvider();
  const { cwd } = await workspace();
  writeFiles(cwd, {
    "configs/agents/helper/agent.yaml": OPENCLAW,
    "configs/run_profiles/r.yaml": `schema_version: 1
run_profile_id: r
title: R
gateway: { base_url: "${baseUrl}", api_key_env: TEST_KEY }
agent: { timeout_seconds: 60 }
`,
    "configs/suites/s.yaml": `schema_version: 1
suite_id: s
title: S
models: [{ model_id: one, requested_model: maker/model-1, agent_id: helper }]
variants:
  - { variant_id: cool, settings: { temperature: 0 } }
  - { variant_id: warm, settings: { temperature: 1 } }
`,
  });
  const env = { PATH: `${docker.folder}:${process.env.PATH}`, TEST_KEY: REAL_KEY };
  const turns = () => docker.calls().filter(({ words }) => words.includes("--session-id")).length;
  const run = await assay(["run", ...CAMPAIGN], { cwd, env });
  expect([run.code, run.stdout + run.stderr, turns()]).toEqual([0, expect.any(String), 2]);
  const runs = textsBelow(join(cwd, "outputs/runs"), "run_1.json").map((text) => JSON.parse(text));
  expect(runs).toMatchObject(
    [0, 1].map((temperature) => ({
      runner: "agent",
      status: "success",
      request: {
        execution_parameters: { temperature },
        metadata: { agent: { container_image: "example.org/openclaw:1", agent_id: "helper" } },
      },
      runner_metadata: { expected_artifact_present: true },
    })),
  );
  await assay(["run", ...CAMPAIGN], { cwd, env });
  expect(turns()).toBe(2);
  docker.behave({ turns: [{ ...OK, does: "echo x > out.txt" }], imageId: "sha256:0002" });
  await assay(["run", ...CAMPAIGN], { cwd, env });
  expect(turns()).toBe(4);
});

/** The contents of the files of this name, in the order of their paths. */
function textsBelow(folder: string, name: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => basename(path) === name)
    .sort()
    .map((path) => readFileSync(join(folder, path), "utf8"));
}
