import { describe, expect, test } from "vitest";
import {
  agentAt,
  caseAt,
  caseText,
  evaluationText,
  judged,
  problemsOf,
  suiteText,
} from "../../../test/support/small-workspace.ts";

describe("ids", () => {
  test("two cases with one id, also when only the letters' case differs", async () => {
    expect(
      await problemsOf({
        "configs/cases/g/Same/test.yaml": caseText("Same"),
        "configs/cases/same/test.yaml": caseText("same"),
      }),
    ).toEqual([
      'configs/cases/same/test.yaml:2 case_id: "same" is already the id of configs/cases/g/Same/test.yaml; ids must be unique in a workspace, ignoring upper and lower case',
    ]);
  });

  test("a case whose folder has another name warns: people look for the one, selections for the other", async () => {
    expect(await problemsOf({ "configs/cases/copied/test.yaml": caseText("original") })).toEqual([
      'warning configs/cases/copied/test.yaml:2 case_id: is not the name of its folder, "copied"; suites and outputs know the case as "original"',
    ]);
  });

  test("two models with one id", async () => {
    const text = "schema_version: 1\nsuite_id: s\ntitle: S\nmodels:\n  - model_id: m\n  - model_id: m\n";
    expect(await problemsOf({ ...caseAt("c"), "configs/suites/s.yaml": text })).toEqual([
      'configs/suites/s.yaml:6 models[1].model_id: "m" is already used by models[0]; every model_id is used once',
    ]);
  });

  test("two checks with one id in a case", async () => {
    const check = "  - check_id: k\n    declarative: { kind: final_response_present }\n";
    expect(await problemsOf(caseAt("c", `deterministic_checks:\n${check}${check}`))).toEqual([
      'configs/cases/c/test.yaml:10 deterministic_checks[1].check_id: "k" is already used by deterministic_checks[0]; every check_id is used once',
    ]);
  });

  test("the same file as .yaml and as .yml", async () => {
    expect(await problemsOf({ ...caseAt("c"), "configs/cases/c/test.yml": caseText("c") })).toEqual([
      "configs/cases/c/test.yml is beside configs/cases/c/test.yaml, so it is not clear which one is meant; remove one",
    ]);
  });

  test("a case that is too deep to be found", async () => {
    expect(await problemsOf({ ...caseAt("c"), "configs/cases/a/b/d/test.yaml": caseText("d") })).toEqual([
      "configs/cases/a/b/d/test.yaml is too deep to be found; expected configs/cases/<case_id>/test.yaml or configs/cases/<group>/<case_id>/test.yaml",
    ]);
  });

  test("fixtures of a case may be called test.yaml", async () => {
    expect(await problemsOf({ ...caseAt("c"), "configs/cases/c/fixtures/test.yaml": "not: a case" })).toEqual([]);
  });
});

describe("fields that exclude or need each other", () => {
  test.each([
    [
      "content and source",
      "deterministic_checks: []",
      "{ role: user, content: Hi, source: { path: m.txt } }",
      "input.messages[0].source: excludes `content`; keep one of them",
    ],
    [
      "neither content nor source",
      "",
      "{ role: user }",
      "input.messages[0]: has no text; expected `content` or `source`",
    ],
  ])("%s", async (_, rest, message, expected) => {
    const text = caseText("c", rest).replace("{ role: user, content: Hi }", message);
    expect(await problemsOf({ "configs/cases/c/test.yaml": text, "configs/cases/c/m.txt": "" })).toEqual([
      `configs/cases/c/test.yaml:6 ${expected}`,
    ]);
  });

  test.each([
    ["no check at all", "{ check_id: k }", "[0]: checks nothing; add `declarative`, `python_hook` or `module_hook`"],
    [
      "two checks in one",
      "{ check_id: k, declarative: { kind: final_response_present }, python_hook: { import_path: p, callable_name: f } }",
      "[0].python_hook: excludes `declarative`; one check per entry",
    ],
    [
      "a hook with path and import_path",
      "{ check_id: k, python_hook: { path: h.py, import_path: p, callable_name: f } }",
      "[0].python_hook.import_path: excludes `path`; keep one of them",
    ],
  ])("%s", async (_, check, expected) => {
    expect(
      await problemsOf({ ...caseAt("c", `deterministic_checks: [${check}]\n`), "configs/cases/c/h.py": "" }),
    ).toEqual([`configs/cases/c/test.yaml:7 deterministic_checks${expected}`]);
  });

  test.each(["contains_all", "contains_any"])("contains mixed with %s", async (field) => {
    const check = `{ check_id: k, declarative: { kind: openclaw_workspace_file_present, relative_path: a, contains: x, ${field}: [y] } }`;
    expect(await problemsOf(caseAt("c", `deterministic_checks: [${check}]\n`, "openclaw"))).toEqual([
      "configs/cases/c/test.yaml:7 deterministic_checks[0].declarative.contains: cannot be mixed with `contains_all` or `contains_any`; use one style",
    ]);
  });

  test("both system prompts", async () => {
    const text = evaluationText(`${judged}judge_system_prompt: x\njudge_system_prompt_path: p.md\n`);
    expect(
      await problemsOf({ "configs/evaluation_profiles/e.yaml": text, "configs/evaluation_profiles/p.md": "x" }),
    ).toEqual([
      "configs/evaluation_profiles/e.yaml:6 judge_system_prompt: excludes `judge_system_prompt_path`; keep one of them",
    ]);
  });

  test.each(["majority_vote", "all_pass"])("%s without a threshold", async (method) => {
    const text = evaluationText(`${judged}aggregation: { method: ${method} }\n`);
    expect(await problemsOf({ "configs/evaluation_profiles/e.yaml": text })).toEqual([
      `configs/evaluation_profiles/e.yaml:6 aggregation.method: ${method} counts verdicts that reach the threshold; add \`pass_threshold\` beside it`,
    ]);
  });

  test("anchors that are enabled with nothing to show", async () => {
    const text = evaluationText(`${judged}anchors: { enabled: true }\n`);
    expect(await problemsOf({ "configs/evaluation_profiles/e.yaml": text })).toEqual([
      "configs/evaluation_profiles/e.yaml:6 anchors.enabled: is true, but there are no `references` to show",
    ]);
  });

  test("a judge option that stands twice", async () => {
    const text = evaluationText(
      judged.replace("type: llm_probe", "type: llm_probe, top_p: 1, request_options: { top_p: 0 }"),
    );
    expect(await problemsOf({ "configs/evaluation_profiles/e.yaml": text })).toEqual([
      "configs/evaluation_profiles/e.yaml:4 judges[0].top_p: is here and under `request_options`; both reach the request, so remove one",
    ]);
  });

  test("provider without model_name", async () => {
    const text = suiteText().replace("model_id: big_model", "model_id: m, provider: openai");
    expect(await problemsOf({ ...caseAt("c"), "configs/suites/s.yaml": text })).toEqual([
      "configs/suites/s.yaml:4 models[0].provider: `provider` and `model_name` name a model only together",
    ]);
  });
});

describe("agents", () => {
  const suite = (assignments: string) => suiteText(`openclaw:\n  agent_assignments:\n${assignments}`);

  test("an agent without a workspace", async () => {
    expect(
      await problemsOf({ "configs/agents/main/agent.yaml": "schema_version: 1\nagent_id: main\ntitle: A\n" }),
    ).toEqual([
      "configs/agents/main/workspace expected a folder workspace/ beside agent.yaml; it is copied for every trial and may be empty",
    ]);
  });

  test("a case that matches two assignments", async () => {
    const files = {
      ...caseAt("c", "tags: [x]\n", "openclaw"),
      ...agentAt("one"),
      ...agentAt("two"),
      "configs/suites/s.yaml": suite(
        "    - { agent_id: one, case_selection: { include_case_ids: [c] } }\n    - { agent_id: two, case_selection: { include_tags: [x] } }\n",
      ),
    };
    expect(await problemsOf(files)).toEqual([
      'configs/suites/s.yaml:8 openclaw.agent_assignments[1].case_selection: the case "c" matches agent_assignments[0] and agent_assignments[1]; every case has one agent',
    ]);
  });

  test("an assignment of a case that no agent runs", async () => {
    const files = {
      ...caseAt("c"),
      ...agentAt("one"),
      "configs/suites/s.yaml": suite("    - { agent_id: one, case_selection: { include_case_ids: [c] } }\n"),
    };
    expect(await problemsOf(files)).toEqual([
      'configs/suites/s.yaml:7 openclaw.agent_assignments[0].case_selection.include_case_ids[0]: "c" is an llm_probe case; only openclaw cases have an agent',
    ]);
  });

  test("a fragment that chooses a workspace or a model", async () => {
    const rest =
      "openclaw:\n  agents_defaults: { workspace: /x, imageModel: y }\n  agent: { model: { primary: x, fallbacks: [y] } }\n";
    expect(await problemsOf(agentAt("main", rest))).toEqual([
      "configs/agents/main/agent.yaml:5 openclaw.agents_defaults.workspace: is always the workspace/ folder beside agent.yaml; remove this setting",
      "configs/agents/main/agent.yaml:5 openclaw.agents_defaults.imageModel: an agent may not choose a model: the suite's model is the only one",
      "configs/agents/main/agent.yaml:6 openclaw.agent.model: an agent may not choose a model: the suite's model is the only one",
    ]);
  });
});

test("a field at the wrong level is told where it belongs", async () => {
  const profile = "schema_version: 1\nrun_profile_id: r\ntitle: R\nrun_repetitions: 3\n";
  const [problem] = await problemsOf({ ...caseAt("c"), "configs/run_profiles/r.yaml": profile });
  expect(problem).toMatch(/^configs\/run_profiles\/r\.yaml:4 run_repetitions: is not a known field here/);
  expect(problem).toMatch(/It belongs at "execution_policy\.run_repetitions"$/);
});

test("a field that is known in several places is not guessed at", async () => {
  const [problem] = await problemsOf({ ...caseAt("c"), "configs/suites/s.yaml": suiteText("include_tags: [a]\n") });
  expect(problem).not.toMatch(/It belongs/);
});
