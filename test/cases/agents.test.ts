import { describe, expect, test } from "vitest";
import { loadCampaign } from "../../src/config/index.ts";
import { inWords, problemsOf, profileText } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

const HEAD = "schema_version: 1\nagent_id: a\ntitle: A\n";
const agent = (fields: string) => ({
  "configs/agents/a/agent.yaml": `${HEAD}${fields}\n`,
  "configs/agents/a/workspace/README.md": "Hello.\n",
});
const COMMAND = "kind: command\ncommand: [tool, --model, '{model}', --url, '{base_url}', --key, '{token}']\n";
const TEXT = "output: { format: text }";

describe("an agent accepts", () => {
  test.each([
    ["Claude Code in the sandbox", "kind: claude_code"],
    ["an image", "kind: codex\nimage: example.org/codex:0.166.0"],
    ["a program elsewhere", "kind: claude_code\nprogram: /opt/claude/bin/claude\nhost_folders: [/opt/claude, ~/node]"],
    ["further words", "kind: codex\narguments: [-c, model_reasoning_effort=low]"],
    ["an environment", "kind: gemini_cli\nenvironment: { TZ: UTC, SEARCH_KEY: $SEARCH_KEY }"],
    ["files in its home", 'kind: codex\nhome_files: { .codex/AGENTS.md: "Be brief." }'],
    ["a command that prints text", `${COMMAND}${TEXT}`],
    [
      "a command that prints a document",
      `${COMMAND}output: { format: json, answer: result.0.text, error: error.message }`,
    ],
    [
      "a command that prints lines",
      `${COMMAND}output: { format: jsonl, answer: { path: item.text, where: { type: done, item.final: true } } }`,
    ],
    ["a message as an argument", `${COMMAND.replace("'{token}'", "'{token}', '{message}'")}${TEXT}`],
    [
      "a session that the agent names",
      `${COMMAND}resume: [tool, --resume, '{session}']\noutput: { format: json, answer: text, session: session_id }`,
    ],
    [
      "a session that we name",
      `${COMMAND.replace("[tool", "[tool, --id, '{session}'")}resume: [tool, '{session}']\n${TEXT}`,
    ],
    [
      "tokens that it counts over all models",
      `${COMMAND}output: { format: json, answer: text, usage: { input: [models.*.in, models.*.cached], output: models.*.out, of: session } }`,
    ],
    [
      "tool calls that it names",
      `${COMMAND}output: { format: jsonl, answer: text, tool_calls: { name: tool.name, where: { type: call } } }`,
    ],
    [
      "tool calls that it only counts",
      `${COMMAND}output: { format: jsonl, answer: text, tool_calls: { tools: [shell, bash], where: { type: command } } }`,
    ],
    ["a way to ask for its version", `${COMMAND}version_command: [tool, --version]\n${TEXT}`],
    ["OpenClaw in the sandbox", "kind: openclaw"],
    [
      "an OpenClaw of this machine",
      "program: /opt/claw/openclaw\nhost_folders: [/opt/claw, ~/node]\nenvironment: { PATH: /opt/node/bin, TZ: UTC }",
    ],
    ["OpenClaw by name", "kind: openclaw\nimage: example.org/openclaw:2026.9.6\nopenclaw: { agent: { id: inner } }"],
    [
      "model and key in its settings",
      `kind: command\ncommand: [tool]\nhome_files: { .tool.json: '{"model": "{model}", "url": "{origin}", "key": "{token}"}' }\n${TEXT}`,
    ],
  ])("%s", async (_, fields) => expect(await problemsOf(agent(fields))).toEqual([]));
});

describe("an agent refuses", () => {
  test.each([
    ["kind: claude-code", 'kind: expected openclaw, claude_code, codex, gemini_cli or command, found "claude-code"'],
    ["kind: codex\ncomand: [codex]", 'host_folders, openclaw Did you mean "command"?'],
    ["kind: codex\ncommand: [codex]", "command: is fixed for codex; add words with `arguments`"],
    ["kind: codex\noutput: { format: text }", "output: is fixed for codex"],
    ["kind: codex\nopenclaw: {}", "openclaw: is for `kind: openclaw`; this agent is a codex"],
    [
      "command: [tool]",
      "command: has no effect on an OpenClaw agent, which Assay calls by itself; say which `kind` it is",
    ],
    ["arguments: [--verbose]", "arguments: has no effect on an OpenClaw agent, which Assay calls by itself"],
    ["home_files: { .x: y }", "home_files: has no effect on an OpenClaw agent"],
    [
      "environment: { OPENROUTER_API_KEY: $KEY }",
      "environment.OPENROUTER_API_KEY: is set by Assay for every trial of an OpenClaw agent; remove it",
    ],
    ["environment: { TZ: UTC, OPENCLAW_STATE_DIR: /x }", "environment.OPENCLAW_STATE_DIR: is set by Assay"],
    ["image: x:1\nhost_folders: [/opt]", "host_folders: is for the sandbox"],
    [`kind: command\n${TEXT}`, "command: is missing: `kind: command` needs the words that start the agent"],
    [COMMAND, "output: is missing: `kind: command` needs to know how its answer is read"],
    [`${COMMAND}${TEXT}\narguments: [-v]`, "arguments: has no effect beside `command`; write it there"],
    [`kind: command\ncommand: []\n${TEXT}`, "command: needs at least the program's name"],
    [
      `kind: command\ncommand: [tool, '{base_url}', '{token}']\n${TEXT}`,
      "command: the suite's model never reaches the agent: put `{model}` where its program takes a model",
    ],
    [
      `kind: command\ncommand: [tool, '{model}', '{token}']\n${TEXT}`,
      "command: the agent would look for its model elsewhere: put `{base_url}`",
    ],
    [
      `kind: command\ncommand: [tool, '{model}', '{origin}']\n${TEXT}`,
      "command: the agent has no key: put `{token}` where its program takes one",
    ],
    [`${COMMAND}output: { format: json }`, "output.answer: is missing: where in the json is the answer?"],
    [`${COMMAND}output: { format: text, answer: result }`, "output.answer: is for `json` and `jsonl`"],
    [`${COMMAND}output: { format: xml }`, 'output.format: expected text, json or jsonl, found "xml"'],
    [`${COMMAND}output: { format: json, answer: a..b }`, "output.answer: "],
    [`${COMMAND}output: { format: text, usage: { input: a, output: b } }`, "output.usage: is for `json` and `jsonl`"],
    [`${COMMAND}output: { format: json, answer: a, usage: { input: b } }`, "output.usage.output: is missing"],
    [`${COMMAND}output: { format: json, answer: a, usage: { input: [], output: b } }`, "output.usage.input"],
    [
      `${COMMAND}output: { format: json, answer: a, usage: { input: b, output: c, of: turns } }`,
      'output.usage.of: expected turn or session, found "turns" Did you mean "turn"?',
    ],
    [
      `${COMMAND}output: { format: json, answer: a, tool_calls: { where: { type: call } } }`,
      "output.tool_calls: needs `name`, or `tools` where the agent prints no name; not both",
    ],
    [
      `${COMMAND}output: { format: json, answer: a, tool_calls: { name: tool, tools: [shell] } }`,
      "output.tool_calls: needs `name`, or `tools`",
    ],
    [
      `${COMMAND}resume: [tool, '{session}']\n${TEXT}`,
      "resume: it is unclear which session that is: put `{session}` into `command` too",
    ],
    [
      `${COMMAND.replace("{token}", "{token}{mesage}")}${TEXT}`,
      'command[6]: {mesage} is not a placeholder and reaches the program as it is; there are {message}, {model}, {session}, {base_url}, {origin}, {token}, {workspace}, {home} Did you mean "message"?',
    ],
    ["kind: claude_code\narguments: [--model, opus]", "arguments[0]: an agent may not choose a model"],
    ["kind: claude_code\narguments: [--fallback-model=opus]", "arguments[0]: an agent may not choose a model"],
    ["kind: codex\narguments: [-c, model=o3]", "arguments[1]: an agent may not choose a model"],
    ["kind: codex\nenvironment: { 'MY-KEY': x }", "environment"],
    ["kind: codex\nenvironment: [TOKEN]", "environment: expected a mapping"],
    ["kind: codex\nhome_files: { ../x: y }", "home_files"],
    ["kind: codex\nhost_folders: [/opt/x, /tmp/codex]", "host_folders[1]: is provided by the sandbox itself"],
    ["kind: codex\nhost_folders: [/]", "host_folders[0]: is provided by the sandbox itself"],
    ["kind: codex\nhost_folders: [node]", "host_folders[0]: must be absolute, or start with `~/`"],
    [
      "kind: codex\nimage: x:1\nhost_folders: [/opt]",
      "host_folders: is for the sandbox; a container sees the folders of its image only",
    ],
  ])("%s", async (fields, says) => {
    const problems = await problemsOf(agent(fields));
    expect(problems.join("\n")).toMatch(/configs\/agents\/a\/agent\.yaml:\d+ /);
    expect(problems.join("\n")).toContain(says);
  });
});

const CASE = `schema_version: 1
case_id: c
title: C
runner: { type: agent }
input:
`;
const SUITE = `schema_version: 1
suite_id: s
title: S
`;
const files = (parts: { input?: string; suite?: string; profile?: string; fields?: string; runner?: string }) => ({
  ...agent(parts.fields ?? "kind: claude_code"),
  "configs/cases/c/test.yaml": `${CASE.replace("agent }", `agent${parts.runner ?? ""} }`)}${parts.input ?? "  messages: [{ role: user, content: Hello }]\n"}`,
  "configs/suites/s.yaml": `${SUITE}${parts.suite ?? "models: [{ model_id: m, requested_model: maker/model, agent_id: a }]\n"}`,
  "configs/run_profiles/r.yaml": profileText(parts.profile ?? "agent: { timeout_seconds: 60 }\n"),
});
const load = async (parts: Parameters<typeof files>[0]) => {
  const loaded = await loadCampaign({ from: temporaryFolder(files(parts)), suite: "s", runProfile: "r" });
  return { ok: loaded.ok, problems: loaded.diagnostics.map(inWords).join("\n"), loaded };
};
const TWO_TURNS = "  turns: [{ role: user, content: One }, { role: user, content: Two }]\n";
const MODEL = "models: [{ model_id: m, requested_model: maker/model }]\n";

const COOL = "runner_defaults: { temperature: 0 }\nagent: { timeout_seconds: 60 }\n";
const assigned = (selection: string, model = MODEL, agentId = "a") =>
  `${model}agent: { agent_assignments: [{ agent_id: ${agentId}, case_selection: ${selection} }] }\n`;
const BY_ID = "{ include_case_ids: [c] }";

describe("a campaign with agents accepts", () => {
  test.each([
    ["an agent of the model", {}],
    ["an agent of the run profile", { suite: MODEL, profile: "agent: { agent_id: a, timeout_seconds: 60 }\n" }],
    ["turns where sessions can be resumed", { input: TWO_TURNS }],
    ["a file that is expected", { input: `${TWO_TURNS}  context: { agent: { expected_artifact: out.md } }\n` }],
    ["OpenClaw without an image", { fields: "kind: openclaw" }],
    ["settings that reach OpenClaw", { fields: "kind: openclaw\nimage: example.org/openclaw:1", profile: COOL }],
    ["a list of hosts", { profile: "network_access: [pypi.org]\nagent: { timeout_seconds: 60 }\n" }],
  ])("%s", async (_, parts) => {
    const { ok, problems, loaded } = await load(parts);
    expect(problems).toBe("");
    expect(ok && loaded.ok && loaded.value.cases[0]!.agentsOfModels?.get("m")?.agent.agent_id).toBe("a");
  });
});

test.each([
  ["by id", BY_ID],
  ["by tag", "{ include_tags: [x] }"],
])("a case can have an agent of its own, whatever the model: %s", async (_, selection) => {
  const input = "  messages: [{ role: user, content: Hello }]\ntags: [x]\n";
  const { problems, loaded } = await load({ suite: assigned(selection), input });
  expect(problems).toBe("");
  const [selected] = loaded.ok ? loaded.value.cases : [];
  expect([selected?.agent?.agent.agent_id, selected?.agentsOfModels]).toEqual(["a", undefined]);
});

describe("a campaign with agents refuses", () => {
  test.each([
    [
      "an agent of the case beside an agent of the model",
      { suite: assigned(BY_ID, MODEL.replace(" }]", ", agent_id: a }]")) },
      's.yaml:5 agent.agent_assignments[0].agent_id: the case "c" is assigned to this agent, but the model "m" brings "a"',
    ],
    [
      "an assigned agent that is not there",
      { suite: assigned(BY_ID, MODEL, "b") },
      'agent.agent_assignments[0].agent_id: no agent is called "b"',
    ],
    [
      "an agent case under openclaw",
      { suite: assigned(BY_ID).replace("agent: {", "openclaw: {") },
      'openclaw.agent_assignments[0].case_selection.include_case_ids[0]: "c" is an agent case; assign it under `agent.agent_assignments`',
    ],
    [
      "two agents for a case",
      {
        suite: `${MODEL}agent: { agent_assignments: [${Array(2).fill(`{ agent_id: a, case_selection: ${BY_ID} }`)}] }\n`,
      },
      'agent.agent_assignments[1].case_selection: the case "c" matches agent_assignments[0] and agent_assignments[1]',
    ],
    [
      "an assigned agent that cannot take turns",
      { suite: assigned(BY_ID), input: TWO_TURNS, fields: `${COMMAND}${TEXT}` },
      'agent: the case "c" has 2 turns, but "a" does not say how a session is resumed',
    ],
    [
      "the network of this machine for an assigned agent",
      { suite: assigned(BY_ID), profile: "network_access: allow\nagent: { timeout_seconds: 60 }\n" },
      'network_access: allow would put the agent "a"',
    ],
    [
      "the network of this machine for an OpenClaw without an image",
      { fields: "kind: openclaw", profile: "network_access: allow\nagent: { timeout_seconds: 60 }\n" },
      'network_access: allow would put the agent "a", which has no image',
    ],
    [
      "the network of this machine",
      { profile: "network_access: allow\nagent: { timeout_seconds: 60 }\n" },
      'r.yaml:4 network_access: allow would put the agent "a", which has no image, into the network of this machine',
    ],
    ["no agent at all", { suite: MODEL }, 's.yaml:4 models[0]: "m" has no agent for the suite\'s agent cases'],
    ["an agent that is not there", { suite: MODEL.replace(" }]", ", agent_id: b }]") }, 'no agent is called "b"'],
    ["no block in the run profile", { profile: "" }, "agent: is missing, but the suite selects agent cases (c)"],
    ["no time limit", { profile: "agent: { agent_id: a }\n" }, "agent.timeout_seconds: is missing"],
    [
      "turns that its agent cannot take",
      { input: TWO_TURNS, fields: `${COMMAND}${TEXT}` },
      'models[0]: the case "c" has 2 turns, but "a" does not say how a session is resumed; add `resume` to its agent.yaml',
    ],
    [
      "another runner's context",
      { input: "  messages: [{ role: user, content: Hello }]\n  context: { openclaw: {} }\n" },
      "input.context.openclaw: has no effect in a case with `runner.type: agent`",
    ],
    ["nothing to say", { input: "  messages: []\n" }, "input: needs at least one message or turn to send"],
  ])("%s", async (_, parts, says) => {
    const { ok, problems } = await load(parts);
    expect(ok).toBe(false);
    expect(problems).toContain(says);
  });
});

test("an image that can mean a different program tomorrow is told", async () => {
  const [problem] = await problemsOf(agent("kind: codex\nimage: example.org/codex"));
  expect(problem).toContain(
    'warning configs/agents/a/agent.yaml:5 image: "example.org/codex" can mean a different program',
  );
});

const DEAF = 'does not reach "a" in agent cases: a claude_code agent sets the parameters of its requests itself';
const OWN = "models: [{ model_id: m, requested_model: maker/model, agent_id: a }]\n";

test.each([
  ["of the run profile", { profile: COOL }, `r.yaml:4 runner_defaults.temperature: ${DEAF}`],
  [
    "of a model in the run profile",
    { profile: "model_overrides: { m: { seed: 3 } }\nagent: { timeout_seconds: 60 }\n" },
    `model_overrides.m.seed: ${DEAF}`,
  ],
  [
    "of a variant",
    { suite: `${OWN}variants: [{ variant_id: cool, settings: { top_p: 0.1 } }, { variant_id: warm }]\n` },
    `variants[0].settings.top_p: ${DEAF}`,
  ],
  ["of a case", { runner: ", max_tokens: 9" }, `s.yaml:4 models: \`runner.max_tokens\` of the case "c" ${DEAF}`],
  ["for an assigned agent", { suite: assigned(BY_ID), profile: COOL }, `runner_defaults.temperature: ${DEAF}`],
])("a sampling setting %s that its agent never gets is told", async (_, parts, says) => {
  const { ok, problems } = await load(parts);
  expect(ok).toBe(true);
  expect(problems).toContain(`warning configs/`);
  expect(problems).toContain(says);
});

test("a variant's system prompt does not reach an agent, and is refused", async () => {
  const { ok, problems } = await load({
    suite: `${OWN}variants: [{ variant_id: terse, system_prompt: Be brief. }, { variant_id: plain }]\n`,
  });
  expect(ok).toBe(false);
  expect(problems).toContain(
    "variants[0].system_prompt: a system prompt does not reach an agent, and the suite selects agent cases (c)",
  );
});

test("parameters of a model that its agent never gets are told", async () => {
  const { ok, problems } = await load({
    suite: "models: [{ model_id: m, requested_model: maker/model, agent_id: a, primary_params: { top_k: 3 } }]\n",
  });
  expect(ok).toBe(true);
  expect(problems).toContain('models[0].primary_params: does not reach "a" in agent cases: a claude_code agent sets');
});

test("an OpenClaw case with an agent of another kind says which runner it needs", async () => {
  const parts = files({ suite: MODEL, profile: "openclaw: { agent_id: a, image: x:1, timeout_seconds: 9 }\n" });
  const root = temporaryFolder({
    ...parts,
    "configs/cases/c/test.yaml": `${CASE.replace("agent", "openclaw")}  messages: [{ role: user, content: Hello }]\n`,
  });
  const { ok, diagnostics } = await loadCampaign({ from: root, suite: "s", runProfile: "r" });
  expect(ok).toBe(false);
  expect(diagnostics.map(inWords).join("\n")).toContain(
    "is a claude_code; for agents of other kinds write `runner.type: agent`",
  );
});
