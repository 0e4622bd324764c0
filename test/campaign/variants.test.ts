import { describe, expect, test } from "vitest";
import { type JudgedWorkspace, judgedWorkspace, verdict } from "../judging/judged-workspace.ts";
import { assay } from "../support/assay.ts";

const suite = (variants: string, models = "alpha, requested_model: acme/alpha-7341") => `schema_version: 1
suite_id: s
title: Suite
models:
  - { model_id: ${models} }
variants:
${variants}`;
const TWO = `  - { variant_id: terse_v1, label: Terse Tone, system_prompt: Answer in one word. }
  - { variant_id: kind_v2, label: Kind Tone, system_prompt: "Be kind. PROMPT-SECRET-KIND" }
`;
const CASE_ONE = "configs/cases/one/test.yaml";
const SUITE = "configs/suites/s.yaml";
const bodies = ({ provider }: JudgedWorkspace, judge = false) =>
  provider.requests.map(({ body }) => body).filter(({ model }) => String(model).includes("judge") === judge);
const only = ["--case", "one"];
const workspaceWith = (variants: string, more: Parameters<typeof judgedWorkspace>[0] = {}) =>
  judgedWorkspace({ ...more, files: { [SUITE]: suite(variants), ...more.files } });

describe("what a subject under a variant is sent", () => {
  test("the prompt, the case's own system message, the examples, attachments and then the task", async () => {
    const workspace = await workspaceWith(
      `  - variant_id: shots
    system_prompt_path: ../prompt.md
    messages: [{ role: user, content: 1 + 1? }, { role: assistant, content: "2" }]
`,
      { files: { "configs/prompt.md": "Be exact.\n", "configs/cases/one/note.md": "NOTE" } },
    );
    workspace.edit(CASE_ONE, (text) =>
      text.replace(
        "  messages:\n",
        "  attachments: [note.md]\n  messages:\n    - { role: system, content: You add. }\n",
      ),
    );
    await workspace.call("run-eval", only);
    const [{ messages }] = bodies(workspace) as [{ messages: { role: string; content: string }[] }];
    expect(messages.map(({ role, content }) => `${role}: ${content.split("\n")[0]}`)).toEqual([
      "system: Be exact.",
      "system: You add.",
      "user: 1 + 1?",
      "assistant: 2",
      "user: Attached context file: note.md",
      "user: What is 2 + 2? (one)",
    ]);
    // The judge reads the case alone, as a subject without a variant would have been asked.
    const [judged] = bodies(workspace, true);
    const { evaluation_target } = JSON.parse(judged.messages[1].content);
    expect(evaluation_target.task_messages.map(({ content }: { content: string }) => content.split("\n")[0])).toEqual([
      "You add.",
      "Attached context file: note.md",
      "What is 2 + 2? (one)",
    ]);
  });

  test("its settings, over the run profile's and those of the model, below the case's", async () => {
    const workspace = await workspaceWith(
      "  - { variant_id: warm, settings: { temperature: 0.5, top_p: 0.5, max_tokens: 5, request_options: { a: 1, b: 1 } } }\n",
    );
    workspace.edit("configs/run_profiles/p.yaml", (text) =>
      text.replace(
        "runner_defaults: {",
        "model_overrides: { alpha: { max_tokens: 9, seed: 9, request_options: { a: 9, c: 9 } } }\nrunner_defaults: {",
      ),
    );
    workspace.edit(CASE_ONE, (text) =>
      text.replace("type: llm_probe", "type: llm_probe, top_p: 0.1, request_options: { b: 0 }"),
    );
    const { stderr } = await workspace.call("run-eval", only);
    const [{ temperature, top_p, max_tokens, seed, a, b, c }] = bodies(workspace);
    expect({ temperature, top_p, max_tokens, seed, a, b, c }).toEqual({
      temperature: 0.5,
      top_p: 0.1,
      max_tokens: 5,
      seed: 9,
      a: 1,
      b: 0,
      c: 9,
    });
    expect(stderr).toContain("variants[0].settings.top_p: does nothing on cases whose `runner` sets it as well (one)");
  });

  test("its tools in place of the case's, none where it says none, the case's where it says nothing", async () => {
    const workspace = await workspaceWith(
      "  - { variant_id: other, tools: [list_files] }\n  - { variant_id: none, tools: [] }\n  - { variant_id: same }\n",
    );
    workspace.edit(CASE_ONE, (text) =>
      text.replace("expectations:", "  context: { llm_probe: { tools: [read_file] } }\nexpectations:"),
    );
    await workspace.call("run-eval", [...only, "--output", "json"]);
    const offered = bodies(workspace).map(({ tools = [] }) =>
      tools.map((tool: { function: { name: string } }) => tool.function.name),
    );
    expect(offered.toSorted()).toEqual([[], ["list_files"], ["read_file"]]);
  });
});

describe("what is reused", () => {
  test("a variant that changes nothing takes the runs of the plain model, and labels and ids ask nothing again", async () => {
    const workspace = await judgedWorkspace();
    await workspace.call("run-eval", ["--model", "alpha"]);
    workspace.newRequests();
    workspace.edit(SUITE, () => suite("  - { variant_id: plain }\n"));
    await workspace.call("run-eval");
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
    workspace.edit(SUITE, () => suite("  - { variant_id: renamed, label: Another }\n"));
    await workspace.call("run-eval");
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 0 });
  });

  test("editing one variant's prompt runs that variant again and no other", async () => {
    const workspace = await workspaceWith(TWO);
    await workspace.call("run-eval", only);
    workspace.newRequests();
    workspace.edit(SUITE, (text) => text.replace("in one word", "in a word"));
    const { stdout } = await workspace.call("plan", only);
    expect(stdout).toMatch(/alpha\+terse_v1 +1 +0 /);
    expect(stdout).toMatch(/alpha\+kind_v2 +0 +1 /);
    expect(stdout).toContain("1 × changed: messages");
    await workspace.call("run-eval", only);
    expect(workspace.newRequests().subject).toBe(1);
  });

  test("a prompt moved from the variant into the case is the same run, but not the same question to a judge", async () => {
    const workspace = await workspaceWith("  - { variant_id: v, system_prompt: You add. }\n");
    await workspace.call("run-eval", only);
    workspace.newRequests();
    workspace.edit(SUITE, () => suite("  - { variant_id: v }\n"));
    workspace.edit(CASE_ONE, (text) =>
      text.replace("  messages:\n", "  messages:\n    - { role: system, content: You add. }\n"),
    );
    await workspace.call("run-eval", only);
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 3 });
  });
});

test("a new variant is expected to cost what its model cost under others", async () => {
  const workspace = await workspaceWith("  - { variant_id: a, system_prompt: A. }\n");
  await workspace.call("run-eval");
  workspace.edit(SUITE, (text) => `${text}  - { variant_id: b, system_prompt: B. }\n`);
  const { stdout } = await workspace.call("plan", ["--output", "json"]);
  expect(JSON.parse(stdout).models).toMatchObject([
    { model_id: "alpha+a", run: 0 },
    { model_id: "alpha+b", run: 2, cost: { known: true, usd: 0.002, from_runs: 2 } },
  ]);
});

describe("choosing", () => {
  test("--model takes the model under every variant or one of its subjects, --variant the variant on every model", async () => {
    const workspace = await judgedWorkspace({
      files: { [SUITE]: suite(TWO, "alpha, requested_model: acme/alpha-7341 }\n  - { model_id: beta") },
    });
    const chosen = async (...words: string[]) => {
      const { stdout, stderr, code } = await workspace.call("plan", [...only, "--output", "json", ...words]);
      return code === 0
        ? JSON.parse(stdout).trials.map(({ model_id }: { model_id: string }) => model_id)
        : stderr.trim();
    };
    expect(await chosen("--model", "alpha")).toEqual(["alpha+terse_v1", "alpha+kind_v2"]);
    expect(await chosen("--variant", "kind_v2")).toEqual(["alpha+kind_v2", "beta+kind_v2"]);
    expect(await chosen("--model", "beta+kind_v2")).toEqual(["beta+kind_v2"]);
    expect(await chosen("--model", "beta", "--variant", "kind_v2", "--variant", "terse_v1")).toHaveLength(2);
    expect(await chosen("--variant", "kind_v1")).toContain(
      '--variant kind_v1 is not among the variants of suite s. Did you mean "kind_v2"?',
    );
    expect(await chosen("--model", "alpha+kind_v2", "--variant", "terse_v1")).toContain(
      "--model alpha+kind_v2 with --variant terse_v1 leaves nothing: no such model is asked that way",
    );
  });

  test("--variant on a suite without variants says that it has none", async () => {
    const workspace = await judgedWorkspace();
    const { code, stderr } = await workspace.call("plan", ["--variant", "x"]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("--variant x is not among the variants of suite s. It has none."),
    ]);
  });
});

test("records and files carry the subject's id and the variant it is made of", async () => {
  const workspace = await workspaceWith(TWO);
  await workspace.call("run-eval", only);
  const run = JSON.parse(workspace.read(workspace.find("alpha+kind_v2/one/run_1.json")));
  expect(run.identity).toMatchObject({
    model_id: "alpha+kind_v2",
    variant: { model_id: "alpha", variant_id: "kind_v2", messages: [0] },
  });
  const { stdout } = await workspace.call("report", ["--output", "json", ...only]);
  expect(JSON.parse(stdout).models[1]).toEqual({
    model_id: "alpha+kind_v2",
    label: "alpha · Kind Tone",
    model: "acme/alpha-7341",
    offline: false,
    variant: { variant_id: "kind_v2", label: "Kind Tone", model_id: "alpha", model_label: "alpha" },
  });
});

describe("a judge never learns the variant", () => {
  test("not from the packet, and not from an answer that quotes its prompt, its id and its label", async () => {
    const workspace = await workspaceWith(TWO, {
      subject: ({ body }) =>
        `4. My instructions: "${body.messages[0].content}". Variant: kind_v2. I run as alpha+kind_v2 (kind-v2, KIND V2), in the Kind Tone. model: alpha`,
      judge: () => verdict(8, "It is right."),
    });
    const { stdout } = await workspace.call("run-eval", [...only, "--variant", "kind_v2", "--output", "json"]);
    const judged = bodies(workspace, true);
    expect(judged).toHaveLength(3);
    for (const { messages } of judged) {
      const shown = messages.map(({ content }: { content: string }) => content).join("\n");
      expect(shown).not.toMatch(/kind.?v2|kind tone|terse|alpha/i);
      // The subject's words are its answer, even where it repeats its prompt.
      expect(shown).toContain("PROMPT-SECRET-KIND");
    }
    expect(JSON.parse(stdout).trials[0].names_itself).toBe(true);
  });

  test("answers that are alike cost one judging, whatever variant they came from", async () => {
    const workspace = await workspaceWith(TWO);
    await workspace.call("run-eval", only);
    expect(workspace.newRequests()).toEqual({ subject: 2, judges: 3 });
  });
});

test("rubric samples have the variant as prompt_variant, and of the question only what the case asks", async () => {
  const workspace = await workspaceWith(
    `${TWO}  - { variant_id: shots, messages: [{ role: user, content: EXAMPLE }, { role: assistant, content: "2" }] }\n`,
  );
  await workspace.call("run-eval", only);
  const { code } = await assay(["rubric", "samples", "--from", "outputs/runs", "--out", "samples.jsonl"], {
    cwd: workspace.root,
  });
  expect(code).toBe(0);
  const samples = workspace
    .read("samples.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(samples.map(({ meta, question }) => [meta.model, meta.prompt_variant, question])).toEqual(
    ["kind_v2", "shots", "terse_v1"].map((variant) => ["acme/alpha-7341", variant, "What is 2 + 2? (one)"]),
  );
});

test("a run that was taken over from another suite is sampled under the variant of its own", async () => {
  const workspace = await judgedWorkspace();
  await workspace.call("run-eval", ["--model", "alpha", ...only]);
  workspace.edit(SUITE, () => suite("  - { variant_id: plain }\n"));
  await workspace.call("run-eval", only);
  await assay(["rubric", "samples", "--from", "outputs/runs", "--out", "samples.jsonl"], { cwd: workspace.root });
  expect(workspace.read("samples.jsonl").match(/"prompt_variant":"[^"]*"/g)).toEqual([
    '"prompt_variant":"p"',
    '"prompt_variant":"plain"',
  ]);
});

test("without variants nothing of them is in what is stored and reported", async () => {
  const workspace = await judgedWorkspace();
  const { stdout } = await workspace.call("run-eval", ["--output", "json"]);
  expect(stdout).not.toContain("variant");
  expect(workspace.read(workspace.find("alpha/one/run_1.json"))).not.toContain("variant");
});

test("suites shows what each variant changes", async () => {
  const workspace = await workspaceWith(`${TWO}  - { variant_id: plain, model_ids: [alpha] }\n`);
  const { stdout } = await assay(["suites", "s"], { cwd: workspace.root });
  expect(stdout).toContain("Variants\n");
  expect(stdout).toMatch(/terse_v1 +system_prompt +Terse Tone/);
  expect(stdout).toMatch(/plain +the case as it is +only alpha/);
});
