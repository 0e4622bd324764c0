import { expect, onTestFinished, test } from "vitest";
import { scriptedProvider } from "../../test/support/scripted-provider.ts";
import { temporaryFolder, writeFiles } from "../../test/support/temporary.ts";
import { loadCampaign } from "../config/index.ts";
import { openGateways } from "../gateway/index.ts";
import { RUNNERS, type TrialRequest } from "../runners/index.ts";
import { openMemoryStore } from "../store/index.ts";
import { sha256 } from "../text/index.ts";
import { imageKey } from "./agent-images.ts";
import { identify, identifyRepetitions, sharedFingerprint } from "./identity.ts";
import { planTrials } from "./plan.ts";
import { openTools } from "./plan-tools.ts";
import type { PlannedTrial } from "./planned-trial.ts";

test.each(["probe", "agent"])("whatever is changed of what is sent to a %s, the run_id is another", async (caseId) => {
  const { trials } = await plan();
  const { trial, fingerprint, gateway } = trials.find(({ place }) => place.case_id === caseId)!;
  const runner = trial.loadedCase.case.runner.type;
  const { context, max_turns, sandbox_network, agent } = fingerprint;
  const identity = { context, max_turns, sandbox_network, agent };
  const runIdOf = (request: TrialRequest) =>
    identifyRepetitions(sharedFingerprint({ runner, endpoint: gateway.endpoint, request, identity }))(1);
  expect(runIdOf(structuredClone(trial.request))).toBe(trial.run_id);
  const places = leaves(trial.request);
  expect(places.map((path) => path.join("."))).toEqual(
    expect.arrayContaining(["model", "messages.0.content", "messages.1.content", "options.temperature"]),
  );
  const unnoticed = places.filter((path) => runIdOf(changedAt(trial.request, path)) === trial.run_id);
  expect(unnoticed).toEqual([]);
});

test("the payload keeps an attachment by its digests, not by its text", async () => {
  const { trials } = await plan();
  const { fingerprint } = trials[0]!;
  expect(fingerprint.attachments).toMatchObject([{ name: "facts.md", sha256: sha256("The facts."), bytes: 10, at: 0 }]);
  expect(identify(fingerprint).payload).not.toContain("The facts.");
});

test("hashing the shared part once gives the identity of the whole payload", async () => {
  const { trials } = await plan();
  expect(trials.map(({ fingerprint }) => identify(fingerprint).runId)).toEqual(trials.map(({ trial }) => trial.run_id));
  expect(new Set(trials.map(({ trial }) => trial.run_id)).size).toBe(4);
});

test("all repetitions share one request", async () => {
  const { trials } = await plan();
  expect(trials[0]!.trial.request).toBe(trials[1]!.trial.request);
});

test("what is sent is what was hashed, also when a file changes between plan and run", async () => {
  const provider = await scriptedProvider(["Done."]);
  const { trials, root } = await plan(provider.baseUrl);
  const [planned] = trials;
  const { request } = planned!.trial;
  writeFiles(root, { "configs/cases/probe/facts.md": "Something else." });
  const artifact = await execute(planned!);
  expect(artifact.status).toBe("success");
  const { model, messages, tools, temperature } = provider.requests[0]!.body as Record<string, unknown>;
  expect({ model, messages, tools, options: { temperature } }).toEqual({
    model: request.model,
    messages: request.messages,
    tools: request.tools,
    options: request.options,
  });
  expect(JSON.stringify(messages)).toContain("The facts.");
  expect(artifact.request.metadata.attachments).toEqual([
    { filename: "facts.md", sha256: sha256("The facts."), bytes: 10 },
  ]);
});

test("who an agent may reach is part of its trials' identity, unless it is nobody; the order of a list is not", async () => {
  const agentOf = async (access: string) => {
    const { trials } = await plan(undefined, access);
    return trials.find(({ place }) => place.case_id === "agent")!;
  };
  const denied = await agentOf("deny");
  expect(denied.fingerprint.agent).toEqual({ agent_fingerprint: "agent fingerprint", image_id: "image id" });
  const [one, other, open] = [await agentOf("[a.org, b.org]"), await agentOf("[b.org, a.org]"), await agentOf("allow")];
  expect(one.runId).toBe(other.runId);
  expect(new Set([denied.runId, one.runId, open.runId]).size).toBe(3);
});

function execute({ trial, gateway }: PlannedTrial) {
  return RUNNERS.llm_probe.run(trial, {
    gateway,
    sandbox: { ok: false, reason: "not needed" },
    directory: temporaryFolder(),
    clock: () => new Date(0),
    env: {},
    signal: new AbortController().signal,
  });
}

/** A campaign of one model on a probe and on an agent, each with an attachment and two repetitions. */
async function plan(baseUrl = "https://gateway.example/v1", networkAccess = "deny") {
  const testCase = (id: string, rest: string) => `schema_version: 1
case_id: ${id}
title: Case
${rest}`;
  const root = temporaryFolder({
    "configs/suites/s.yaml":
      "schema_version: 1\nsuite_id: s\ntitle: Suite\nmodels: [{ model_id: m, requested_model: some/model }]\n",
    "configs/run_profiles/p.yaml": `schema_version: 1
run_profile_id: p
title: Profile
gateway: { base_url: "${baseUrl}" }
runner_defaults: { temperature: 0.5 }
network_access: ${networkAccess}
execution_policy: { run_repetitions: 2 }
openclaw: { agent_id: helper, image: example.org/openclaw:1, timeout_seconds: 60 }
`,
    "configs/agents/helper/agent.yaml": "schema_version: 1\nagent_id: helper\ntitle: Helper\n",
    "configs/agents/helper/workspace/AGENTS.md": "Be brief.\n",
    "configs/cases/probe/test.yaml": testCase(
      "probe",
      `runner: { type: llm_probe }
input:
  messages: [{ role: user, content: Question }]
  attachments: [facts.md]
  workspace: repo
  context: { llm_probe: { tools: [read_file] } }
`,
    ),
    "configs/cases/probe/facts.md": "The facts.",
    "configs/cases/probe/repo/a.txt": "A",
    "configs/cases/agent/test.yaml": testCase(
      "agent",
      `runner: { type: openclaw }
input:
  messages: [{ role: user, content: Question }]
  turns: [{ role: user, content: First }, { role: user, content: Second }]
  attachments: [facts.md]
  setup: [make, [touch, x]]
`,
    ),
    "configs/cases/agent/facts.md": "Other facts.",
  });
  const loaded = await loadCampaign({ from: root, suite: "s", runProfile: "p" });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const gateways = openGateways({ env: {} });
  onTestFinished(() => gateways.close());
  const options = { store: openMemoryStore(), gateways, agentFingerprint: async () => "agent fingerprint" };
  const images = new Map([[imageKey({ image: "example.org/openclaw:1", docker_cli: "docker" }), "image id"]]);
  const { trials } = await planTrials(loaded.value, options, openTools(options), images);
  trials.sort((a, b) => b.place.case_id.localeCompare(a.place.case_id));
  return { root, trials };
}

/** The paths of all values that are neither list nor object. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (value === null || typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function changedAt<Value>(value: Value, path: string[]): Value {
  const copy = structuredClone(value);
  let parent = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  const last = path.at(-1)!;
  const before = parent[last];
  // Moves an attachment to another message; every other value becomes a different one of its kind.
  parent[last] = typeof before === "number" ? before + 1 : typeof before === "boolean" ? !before : `${before}!`;
  return copy;
}
