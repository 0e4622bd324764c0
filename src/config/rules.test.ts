import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../test/support/temporary.ts";
import { loadCampaign, loadEvaluationProfile, validatePaths } from "./index.ts";

/** Problems as `file:line field: message suggestion`; warnings start with `warning`. */
async function problemsOf(
  files: Record<string, string | Uint8Array>,
  prepare?: (root: string) => void,
): Promise<string[]> {
  const root = temporaryFolder(files);
  prepare?.(root);
  const { diagnostics } = await validatePaths({ cwd: root, paths: [] });
  return diagnostics.map(inWords);
}

function inWords({
  severity,
  file,
  line,
  field,
  message,
  suggestion,
}: {
  severity: string;
  file: string;
  line?: number;
  field?: string;
  message: string;
  suggestion?: string;
}): string {
  const place = `${severity === "warning" ? "warning " : ""}${file}${line === undefined ? "" : `:${line}`}`;
  return `${place} ${field ? `${field}: ` : ""}${message}${suggestion ? ` ${suggestion}` : ""}`;
}

const caseText = (id: string, rest = "", runner = "llm_probe") => `schema_version: 1
case_id: ${id}
title: T
runner: { type: ${runner} }
input:
  messages: [{ role: user, content: Hi }]
${rest}`;
const caseAt = (id: string, rest = "", runner = "llm_probe") => ({
  [`configs/cases/${id}/test.yaml`]: caseText(id, rest, runner),
});
const suiteText = (rest = "") => `schema_version: 1
suite_id: s
title: S
models: [{ model_id: big_model }]
${rest}`;
const agentAt = (id: string, rest = "") => ({
  [`configs/agents/${id}/agent.yaml`]: `schema_version: 1\nagent_id: ${id}\ntitle: A\n${rest}`,
  [`configs/agents/${id}/workspace/AGENTS.md`]: "",
});
const profileText = (rest = "") => `schema_version: 1\nrun_profile_id: r\ntitle: R\n${rest}`;
const openclawBlock = "openclaw: { agent_id: main, image: 'openclaw:1', timeout_seconds: 60 }\n";
const evaluationText = (rest: string) => `schema_version: 1\nevaluation_profile_id: e\ntitle: E\n${rest}`;
const judged = "judges: [{ judge_id: main, type: llm_probe }]\njudge_runs: [{ judge_run_id: r, judge_id: main }]\n";

describe("ids", () => {
  test("two cases with one id, also when only the letters' case differs", async () => {
    expect(
      await problemsOf({
        "configs/cases/a/test.yaml": caseText("same"),
        "configs/cases/g/b/test.yaml": caseText("Same"),
      }),
    ).toEqual([
      'configs/cases/g/b/test.yaml:2 case_id: "Same" is already the id of configs/cases/a/test.yaml; ids are unique in a workspace, whatever the case of their letters',
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
      "configs/cases/c/test.yml stands beside configs/cases/c/test.yaml, so it is not clear which of them is meant; remove one",
    ]);
  });

  test("a case that lies too deep to be found", async () => {
    expect(await problemsOf({ ...caseAt("c"), "configs/cases/a/b/d/test.yaml": caseText("d") })).toEqual([
      "configs/cases/a/b/d/test.yaml lies too deep to be found; expected configs/cases/<case_id>/test.yaml or configs/cases/<group>/<case_id>/test.yaml",
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
      `configs/evaluation_profiles/e.yaml:6 aggregation.method: ${method} counts who reaches the threshold; add \`pass_threshold\` beside it`,
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
      "configs/evaluation_profiles/e.yaml:4 judges[0].top_p: stands here and under `request_options`; both reach the request, so remove one",
    ]);
  });

  test("provider without model_name", async () => {
    const text = suiteText().replace("model_id: big_model", "model_id: m, provider: openai");
    expect(await problemsOf({ ...caseAt("c"), "configs/suites/s.yaml": text })).toEqual([
      "configs/suites/s.yaml:4 models[0].provider: `provider` and `model_name` name a model only together",
    ]);
  });
});

describe("nothing is accepted that would have no effect", () => {
  test.each([
    ["timeout_seconds", "set `openclaw.timeout_seconds` in the run profile"],
    ["retries", "the agent repeats its requests itself"],
    ["max_turns", "the agent decides itself when it is done"],
  ])("%s on an openclaw case", async (field, instead) => {
    const text = caseText("c", "", "openclaw").replace("type: openclaw", `type: openclaw, ${field}: 3`);
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      `configs/cases/c/test.yaml:4 runner.${field}: has no effect on an openclaw case; ${instead}`,
    ]);
  });

  test("turns in an llm_probe case", async () => {
    const text = caseText("c").replace("input:\n", "input:\n  turns: [{ role: user, content: Go on }]\n");
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      "configs/cases/c/test.yaml:6 input.turns: is for openclaw cases only; an llm_probe case has all of its messages in `input.messages`",
    ]);
  });

  test.each([
    ["openclaw", "llm_probe"],
    ["llm_probe", "openclaw"],
  ])("context for %s in a case of %s", async (context, runner) => {
    const text = caseText("c", "", runner).replace("input:\n", `input:\n  context: { ${context}: {} }\n`);
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      `configs/cases/c/test.yaml:6 input.context.${context}: has no effect in a case with \`runner.type: ${runner}\``,
    ]);
  });

  test("a check of OpenClaw's workspace in an llm_probe case", async () => {
    const check = "[{ check_id: k, declarative: { kind: openclaw_workspace_file_present, relative_path: a } }]";
    expect(await problemsOf(caseAt("c", `deterministic_checks: ${check}\n`))).toEqual([
      "configs/cases/c/test.yaml:7 deterministic_checks[0].declarative.kind: is for openclaw cases only; an llm_probe case leaves files for `file_exists` and `file_contains`",
    ]);
  });

  test.each([
    [
      "timeout_seconds: 5",
      "timeout_seconds: belongs into the run profile, under `model_overrides`; here it would be sent to the provider",
    ],
    ["messages: []", "messages: is set by Assay in every request and cannot be passed through"],
    ["models: [x]", "models: would let another model answer; a benchmark run executes against exactly one model"],
    ["request_options: {}", "request_options: is not needed here; write its fields directly on the model"],
  ])("%s on a model", async (extra, expected) => {
    const text = suiteText().replace("model_id: big_model", `model_id: m, ${extra}`);
    expect(await problemsOf({ ...caseAt("c"), "configs/suites/s.yaml": text })).toEqual([
      `configs/suites/s.yaml:4 models[0].${expected}`,
    ]);
  });

  test("a misspelt field of a model, which would be sent to the provider, is a warning", async () => {
    const text = suiteText().replace("model_id: big_model", "model_id: m, requested_modle: x/y");
    expect(await problemsOf({ ...caseAt("c"), "configs/suites/s.yaml": text })).toEqual([
      'warning configs/suites/s.yaml:4 models[0].requested_modle: is passed through as it is, because no field here has this name Did you mean "requested_model"?',
    ]);
  });

  test("a judge that no run asks is a warning", async () => {
    const text = evaluationText(judged.replace("]", ", { judge_id: spare, type: llm_probe }]"));
    expect(await problemsOf({ "configs/evaluation_profiles/e.yaml": text })).toEqual([
      'warning configs/evaluation_profiles/e.yaml:4 judges[1].judge_id: "spare" is never asked, because no entry of `judge_runs` names it',
    ]);
  });

  test("overrides for a model of no suite are a warning with the likely model", async () => {
    const files = {
      ...caseAt("c"),
      "configs/suites/s.yaml": suiteText(),
      "configs/run_profiles/r.yaml": profileText("model_overrides: { big_modle: { seed: 1 } }\n"),
    };
    expect(await problemsOf(files)).toEqual([
      'warning configs/run_profiles/r.yaml:4 model_overrides.big_modle: no suite has a model with this id, so these settings do nothing Did you mean "big_model"?',
    ]);
  });

  test("a tool message, which most providers refuse, is a warning", async () => {
    const text = caseText("c").replace("role: user", "role: tool");
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      "warning configs/cases/c/test.yaml:6 input.messages[0]: most providers refuse a tool message without the tool call that it answers; a user message can quote it",
    ]);
  });
});

describe("files that are referred to", () => {
  test("all problems of a case show in one pass, also its missing files", async () => {
    const rest =
      "deterministic_checks:\n  - check_id: k\n    python_hook: { path: hooks/check.py, callable_name: f }\ntagss: [x]\n";
    const text = caseText("c", rest).replace("input:\n", "input:\n  attachments: [note.md, notes]\n");
    expect(
      await problemsOf({
        "configs/cases/c/test.yaml": text,
        "configs/cases/c/notes/x": "",
        "configs/cases/c/hooks/checks.py": "",
      }),
    ).toEqual([
      'configs/cases/c/test.yaml:6 input.attachments[0]: the attachment "note.md" does not exist; paths start at the folder of this file',
      'configs/cases/c/test.yaml:6 input.attachments[1]: the attachment "notes" is a directory; expected a file',
      'configs/cases/c/test.yaml:10 deterministic_checks[0].python_hook.path: the hook file "hooks/check.py" does not exist; paths start at the folder of this file Did you mean "checks.py"?',
      'configs/cases/c/test.yaml:11 tagss: is not a field that is known here; fields here: schema_version, case_id, title, runner, input, expectations, rubric, deterministic_checks, tags, metadata Did you mean "tags"?',
    ]);
  });

  test("an attachment outside of the workspace, directly or through a link, is refused", async () => {
    const text = caseText("c").replace(
      "input:\n",
      "input:\n  attachments: [../../../../../../etc/hostname, link.txt]\n",
    );
    const problems = await problemsOf({ "configs/cases/c/test.yaml": text }, (root) =>
      symlinkSync("/etc/hostname", join(root, "configs/cases/c/link.txt")),
    );
    expect(problems.at(-1)).toBe(
      'configs/cases/c/test.yaml:6 input.attachments[1]: the attachment "link.txt" lies outside of the workspace; copy it into the workspace',
    );
    expect(problems).toHaveLength(2);
  });

  test("an attachment that is not text is refused", async () => {
    const text = caseText("c").replace("input:\n", "input:\n  attachments: [a.png]\n");
    const files = { "configs/cases/c/test.yaml": text, "configs/cases/c/a.png": Buffer.from([0x89, 0x50, 0x4e, 0x47]) };
    expect(await problemsOf(files)).toEqual([
      'configs/cases/c/test.yaml:6 input.attachments[0]: the attachment "a.png" is not valid UTF-8 here; save it as UTF-8 (line 1, column 1)',
    ]);
  });

  test("a path with a NUL character is an error, not a crash", async () => {
    const text = caseText("c").replace("input:\n", 'input:\n  attachments: ["a\\0b"]\n');
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      "configs/cases/c/test.yaml:6 input.attachments[0]: must not hold a NUL character",
    ]);
  });

  test("a prompt file that is missing or empty", async () => {
    const text = (name: string) => evaluationText(`${judged}judge_system_prompt_path: ${name}\n`);
    expect(await problemsOf({ "configs/evaluation_profiles/e.yaml": text("prompts/judge.md") })).toEqual([
      'configs/evaluation_profiles/e.yaml:6 judge_system_prompt_path: the system prompt "prompts/judge.md" does not exist; paths start at the folder of this file',
    ]);
    expect(
      await problemsOf({
        "configs/evaluation_profiles/e.yaml": text("p.md"),
        "configs/evaluation_profiles/p.md": " \n",
      }),
    ).toEqual(["configs/evaluation_profiles/e.yaml:6 judge_system_prompt_path: the system prompt p.md is empty"]);
  });

  test("the text of a prompt file is loaded with the profile", async () => {
    const from = temporaryFolder({
      "configs/evaluation_profiles/e.yaml": evaluationText(`${judged}judge_system_prompt_path: p.md\n`),
      "configs/evaluation_profiles/p.md": "You judge.\n",
    });
    const loaded = await loadEvaluationProfile({ from, reference: "e" });
    expect(loaded.ok && loaded.value.systemPrompt).toBe("You judge.\n");
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

describe("a campaign", () => {
  const load = (files: Record<string, string>) => {
    const from = temporaryFolder({ "configs/run_profiles/r.yaml": profileText(), ...files });
    return loadCampaign({ from, suite: "s", runProfile: "r" });
  };

  test("a broken case that the suite does not select is a warning", async () => {
    const loaded = await load({
      ...caseAt("good", "tags: [smoke]\n"),
      ...caseAt("bad", "tags: [other]\nweight: 1\n"),
      "configs/suites/s.yaml": suiteText("case_selection: { include_tags: [smoke] }\n"),
    });
    expect(loaded.ok).toBe(true);
    expect(loaded.diagnostics.map(inWords)).toEqual([
      expect.stringMatching(/^warning configs\/cases\/bad\/test\.yaml:8 weight: is not a field/),
    ]);
  });

  test("a broken case that the suite selects is an error", async () => {
    const loaded = await load({ ...caseAt("bad", "weight: 1\n"), "configs/suites/s.yaml": suiteText() });
    expect(loaded.ok).toBe(false);
    expect(loaded.diagnostics.map(inWords)).toEqual([
      expect.stringMatching(/^configs\/cases\/bad\/test\.yaml:7 weight/),
    ]);
  });

  test("a case that cannot even be parsed counts by its folder's name", async () => {
    const loaded = await load({
      ...caseAt("good"),
      "configs/cases/torn/test.yaml": "case_id: [",
      "configs/suites/s.yaml": suiteText("case_selection: { include_case_ids: [good] }\n"),
    });
    expect(loaded.ok).toBe(true);
    expect(loaded.diagnostics).toMatchObject([{ severity: "warning", file: "configs/cases/torn/test.yaml" }]);
  });

  test("openclaw cases need the openclaw block of the run profile", async () => {
    const loaded = await load({ ...caseAt("c", "", "openclaw"), "configs/suites/s.yaml": suiteText() });
    expect(loaded.diagnostics.map(inWords)).toEqual([
      "configs/run_profiles/r.yaml:1 openclaw: is missing, but the suite selects openclaw cases (c); add agent_id, image and timeout_seconds",
    ]);
  });

  test("each openclaw case gets the agent of its assignment, else the run profile's", async () => {
    const loaded = await load({
      ...caseAt("a", "", "openclaw"),
      ...caseAt("b", "", "openclaw"),
      ...caseAt("c"),
      ...agentAt("main"),
      ...agentAt("other"),
      "configs/run_profiles/r.yaml": profileText(openclawBlock),
      "configs/suites/s.yaml": suiteText(
        "openclaw: { agent_assignments: [{ agent_id: other, case_selection: { include_case_ids: [b] } }] }\n",
      ),
    });
    expect(loaded.diagnostics).toEqual([]);
    expect(
      loaded.ok && loaded.value.cases.map(({ loaded, agent }) => [loaded.case.case_id, agent?.agent.agent_id]),
    ).toEqual([
      ["a", "main"],
      ["b", "other"],
      ["c", undefined],
    ]);
  });

  test("settings that no selected case can use, and overrides of no model of this suite, are warnings", async () => {
    const loaded = await load({
      ...caseAt("a", "", "openclaw"),
      ...agentAt("main"),
      "configs/run_profiles/r.yaml": profileText(
        `${openclawBlock}runner_defaults: { temperature: 0, max_turns: 3 }\nmodel_overrides: { bigmodel: { seed: 1 } }\n`,
      ),
      "configs/suites/s.yaml": suiteText(),
    });
    expect(loaded.ok).toBe(true);
    expect(loaded.diagnostics.map(inWords)).toEqual([
      'warning configs/run_profiles/r.yaml:6 model_overrides.bigmodel: the suite "s" has no model with this id, so these settings do nothing Did you mean "big_model"?',
      "warning configs/run_profiles/r.yaml:5 runner_defaults.max_turns: does nothing here, because all selected cases run in OpenClaw; see the openclaw block for its limits",
    ]);
  });

  test("no model and no case are errors", async () => {
    const text = "schema_version: 1\nsuite_id: s\ntitle: S\ncase_selection: { include_tags: [x] }\n";
    const loaded = await load({ ...caseAt("a"), "configs/suites/s.yaml": text });
    expect(loaded.diagnostics.map(inWords)).toEqual([
      "configs/suites/s.yaml:1 models: needs at least one model to run",
      'warning configs/suites/s.yaml:4 case_selection.include_tags[0]: no case of this workspace has the tag "x"',
      "configs/suites/s.yaml:4 case_selection: selects no case at all",
    ]);
  });

  test("problems of the suite, the run profile and a case are told together", async () => {
    const loaded = await load({
      ...caseAt("a", "x: 1\n"),
      "configs/run_profiles/r.yaml": profileText("x: 1\n"),
      "configs/suites/s.yaml": suiteText("x: 1\n"),
    });
    expect(loaded.diagnostics.map(({ severity, file }) => `${severity} ${file}`)).toEqual([
      "error configs/suites/s.yaml",
      "error configs/run_profiles/r.yaml",
      "error configs/cases/a/test.yaml",
    ]);
  });
});

describe("references by id or path", () => {
  const files = {
    ...caseAt("c"),
    "configs/suites/s.yaml": suiteText(),
    "configs/run_profiles/r.yml": profileText(),
  };
  const refer = (from: string, suite: string, runProfile = "r") => loadCampaign({ from, suite, runProfile });

  test("an id finds .yaml and .yml; a path may lie anywhere and brings its workspace along", async () => {
    const root = temporaryFolder(files);
    writeFiles(root, { "elsewhere/mine.yaml": suiteText() });
    expect((await refer(root, "s")).ok).toBe(true);
    expect((await refer(join(root, "configs/cases/c"), "s")).ok).toBe(true);
    expect((await refer("/", join(root, "configs/suites/s.yaml"), join(root, "configs/run_profiles/r.yml"))).ok).toBe(
      true,
    );
    expect((await refer(join(root, "elsewhere"), "mine.yaml")).ok).toBe(true);
  });

  test.each([
    ["an unknown id names the likely one", "ss", "ss no suite has this id; configs/suites/ has s"],
    ["a missing file names the id that exists", "s.yaml", 'Did you mean "s"?'],
    ["an empty reference", "", " is no suite; expected an id or a path"],
  ])("%s", async (_, reference, expected) => {
    const loaded = await refer(temporaryFolder(files), reference);
    expect(inWords(loaded.diagnostics[0]!)).toContain(expected);
    expect(loaded.ok).toBe(false);
  });

  test("an id that is there as .yaml and .yml is ambiguous", async () => {
    const loaded = await refer(temporaryFolder({ ...files, "configs/suites/s.yml": suiteText() }), "s");
    expect(loaded.diagnostics.map(inWords)).toEqual(["s is ambiguous: both s.yaml and s.yml are in configs/suites/"]);
  });

  test("an id outside of any workspace says what to do", async () => {
    const loaded = await refer(temporaryFolder({ "configs/app.json": "{}" }), "s");
    expect(loaded.diagnostics[0]?.message).toContain("create one with `assay init`");
  });
});
