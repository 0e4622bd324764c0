import { expect, test } from "vitest";
import { stringify } from "yaml";
import { loadCampaign, loadEvaluationProfile, validatePaths } from "../../src/config/index.ts";
import { inWords } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

const DIMENSIONS = ["task", "process", "autonomy", "closeness", "efficiency", "spark"];
const declarative = (kind: string, fields: object = {}) => ({ check_id: kind, declarative: { kind, ...fields } });

/** Every field of the seeds' tables, with every check and every value that they list. */
const NAMES: Record<string, object | string> = {
  "configs/cases/group/probe/test.yaml": {
    schema_version: 1,
    case_id: "probe",
    title: "T",
    runner: { type: "llm_probe", temperature: 0, top_p: 1, max_tokens: 5, seed: 1, timeout_seconds: 9, retries: 1 },
    input: {
      messages: [
        { role: "system", content: "S" },
        { role: "user", source: { path: "messages/user.yaml", format: "yaml" }, name: "ann" },
        { role: "assistant", content: "A" },
        { role: "user", content: "U" },
      ],
      attachments: ["notes.txt"],
      context: { llm_probe: { tools: ["exec_shell", "write_file", "read_file", "web_search"] } },
    },
    expectations: { hard_expectations: [{ text: "H" }], soft_expectations: [{ text: "S", weight: 0.5 }] },
    rubric: {
      version: 1,
      scale: { min: 0, max: 10 },
      anchors: { 10: "All", 7: "Mostly", 4: "Partly", 0: "None" },
      criteria: [{ name: "N", what_good_looks_like: "G", what_bad_looks_like: "B" }],
      scoring_instructions: "Cap at 4.",
    },
    deterministic_checks: [
      { ...declarative("final_response_present"), dimensions: DIMENSIONS },
      declarative("tool_call_count", { count: 2 }),
      declarative("file_exists", { path: "/tmp/a" }),
      declarative("file_contains", { path: "/tmp/a", text: "x" }),
      declarative("path_exists", { path: "/tmp" }),
      ...["success", "failed", "timed_out", "invalid", "provider_error"].map((status) => ({
        ...declarative("status_is", { status }),
        check_id: `status-${status}`,
      })),
      declarative("output_artifact_present", { artifact_type: "key_output" }),
      { check_id: "by-path", python_hook: { path: "hooks/my_check.py", callable_name: "check_output" } },
      { check_id: "by-import", python_hook: { import_path: "my_pkg.checks", callable_name: "check_output" } },
    ],
    tags: ["smoke"],
    metadata: { owner: "qa" },
  },
  "configs/cases/group/probe/messages/user.yaml": { role: "user", content: "U" },
  "configs/cases/group/probe/notes.txt": "N",
  "configs/cases/group/probe/hooks/my_check.py": "def check_output(given):\n    return True\n",
  "configs/cases/claw/test.yaml": {
    schema_version: 1,
    case_id: "claw",
    title: "T",
    runner: { type: "openclaw" },
    input: {
      messages: [{ role: "system", content: "S" }],
      turns: [
        { role: "user", content: "1" },
        { role: "user", content: "2" },
      ],
      context: { openclaw: { expected_artifact: "report.md" } },
    },
    deterministic_checks: [
      declarative("openclaw_workspace_file_present", { relative_path: "report.md", contains: "x" }),
      {
        ...declarative("openclaw_workspace_file_present", { relative_path: "a", contains_all: ["x"] }),
        check_id: "all",
      },
      {
        ...declarative("openclaw_workspace_file_present", { relative_path: "a", contains_any: ["x"] }),
        check_id: "any",
      },
    ],
    tags: ["long_context"],
  },
  "configs/suites/s.yaml": {
    schema_version: 1,
    suite_id: "s",
    title: "S",
    models: [
      { model_id: "a", label: "A", requested_model: "x/a", primary_params: { reasoning: { effort: "medium" } } },
      { model_id: "b", openrouter_model: "x/b" },
      { model_id: "c", provider: "x", model_name: "c" },
      { model_id: "d" },
    ],
    case_selection: {
      include_case_ids: ["claw"],
      include_tags: ["smoke"],
      exclude_tags: [],
      exclude_case_ids: [],
    },
    openclaw: {
      agent_assignments: [
        { agent_id: "main", case_selection: { include_tags: ["long_context"], exclude_case_ids: ["probe"] } },
      ],
    },
    metadata: { owner: "qa" },
  },
  "configs/run_profiles/r.yaml": {
    schema_version: 1,
    run_profile_id: "r",
    title: "R",
    runner_defaults: {
      temperature: 0,
      top_p: 1,
      max_tokens: 9,
      seed: null,
      timeout_seconds: 60,
      retries: 2,
      max_turns: 8,
    },
    model_overrides: { a: { max_tokens: 4096, timeout_seconds: 120 } },
    execution_policy: { max_concurrency: 2, run_repetitions: 3, fail_fast: false, stop_on_runner_error: true },
    openclaw: { agent_id: "main", image: "openclaw:2026.4.15", timeout_seconds: 300, docker_cli: "podman" },
  },
  "configs/evaluation_profiles/e.yaml": {
    schema_version: 1,
    evaluation_profile_id: "e",
    title: "E",
    judge_system_prompt_path: "prompts/judge.md",
    judges: [
      {
        judge_id: "j",
        type: "llm_probe",
        model: "x/j",
        request_options: { temperature: 0, reasoning: { effort: "none" } },
      },
    ],
    judge_runs: [{ judge_run_id: "jr", judge_id: "j", repetitions: 3, sample_size: null }],
    aggregation: { method: "median", pass_threshold: null },
    anchors: { enabled: true, references: [{ anchor_id: "good", label: "Good", text: "All." }] },
    security_policy: { allow_local_python_hooks: true, network_access: "deny", redact_secrets: true },
  },
  "configs/evaluation_profiles/prompts/judge.md": "Judge.\n",
  "configs/agents/main/agent.yaml": {
    schema_version: 1,
    agent_id: "main",
    title: "M",
    description: "D",
    tags: ["x"],
    openclaw: {
      agents_defaults: { thinkingDefault: "low" },
      agent: { id: "main-agent", prompt: "P" },
      model_defaults: { aliases: "primary", primary_params: { max_tokens: 8192 } },
    },
  },
  "configs/agents/main/workspace/SOUL.md": "S\n",
};

/** The seeds of the two other protocols have one file each. */
const OTHER_FILES: Record<string, object> = {
  "rubric.yaml": {
    dimensions: [
      {
        id: "d",
        name: "N",
        scale: "0-1",
        definition: "D",
        bands: [
          { score: 0, criteria: "No" },
          { score: 1, criteria: "Yes" },
        ],
      },
    ],
  },
  "spec.yaml": {
    schema_version: 1,
    metric: {
      judge: {
        rubric: "- score (1-5): how well the items of a cluster belong together",
        scoring: { primary: "score" },
        batch_size: 5,
        sample_size: 10,
        singleton_sample: 2,
        singleton_rubric: "- should_cluster (boolean): whether it belongs to a cluster",
      },
    },
  },
};

const written = (files: Record<string, object | string>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, typeof content === "string" ? content : stringify(content)]),
  );

test("every name that the seeds use is understood, without a word", async () => {
  const root = temporaryFolder(written(NAMES));
  const { diagnostics } = await validatePaths({ cwd: root, paths: [] });
  expect(diagnostics.map(inWords)).toEqual([]);
  const campaign = await loadCampaign({ from: root, suite: "s", runProfile: "r" });
  expect(campaign.ok && campaign.value.cases.map(({ loaded }) => loaded.case.case_id).sort()).toEqual([
    "claw",
    "probe",
  ]);
  const judging = await loadEvaluationProfile({ from: root, reference: "e" });
  expect(judging.ok).toBe(true);
});

test.each(Object.keys(OTHER_FILES))("every name of the seeds' other files is understood: %s", async (name) => {
  const root = temporaryFolder(written(OTHER_FILES));
  const { diagnostics } = await validatePaths({ cwd: root, paths: [name] });
  expect(diagnostics.map(inWords)).toEqual([]);
});

test.each(["median", "mean", "majority_vote", "all_pass"])("aggregation by %s is understood", async (method) => {
  const profile = {
    ...(NAMES["configs/evaluation_profiles/e.yaml"] as object),
    aggregation: { method, pass_threshold: 7 },
  };
  const root = temporaryFolder(written({ ...NAMES, "configs/evaluation_profiles/e.yaml": profile }));
  expect((await loadEvaluationProfile({ from: root, reference: "e" })).diagnostics).toEqual([]);
});
