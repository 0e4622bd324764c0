/** Cases of a campaign whose trials leave files; so many that each gets a forgery of its own. */
export const CASES = 48;
/** These are never forged: they show whether the others are disturbed. */
export const HONEST = ["case_0001", "case_0002", "case_0003"];

export function caseName(number: number): string {
  return `case_${String(number).padStart(4, "0")}`;
}

export function resultFiles(): Record<string, string> {
  const cases = Array.from({ length: CASES }, (_, at) => {
    const id = caseName(at + 1);
    return [
      [`configs/cases/${id}/test.yaml`, caseText(id)],
      [`configs/cases/${id}/check.mjs`, "export function check() { return true; }\n"],
    ];
  }).flat();
  return {
    ...(Object.fromEntries(cases) as Record<string, string>),
    "configs/suites/s.yaml": `schema_version: 1
suite_id: s
title: S
models: [{ model_id: one, requested_model: offline/diligent }]
`,
    "configs/run_profiles/r.yaml": `schema_version: 1
run_profile_id: r
title: R
execution_policy: { max_concurrency: 64 }
`,
    "configs/evaluation_profiles/e.yaml": `schema_version: 1
evaluation_profile_id: e
title: E
judges: [{ judge_id: main, type: llm_probe, model: offline/judge }]
judge_runs: [{ judge_run_id: r, judge_id: main }]
security_policy: { allow_local_python_hooks: true }
`,
  };
}

const caseText = (id: string) => `schema_version: 1
case_id: ${id}
title: Writes a file
runner: { type: llm_probe }
input:
  messages:
    - { role: user, content: 'Write the text "hello from ${id}" to ${id}.txt, read the file back, and report its content.' }
  context: { llm_probe: { tools: [write_file, read_file] } }
expectations:
  hard_expectations:
    - { text: It holds the text. }
deterministic_checks:
  - { check_id: written, declarative: { kind: file_contains, path: ${id}.txt, text: hello } }
  - { check_id: hooked, module_hook: { path: check.mjs, callable_name: check } }
`;

export const CAMPAIGN = ["--suite", "s", "--run-profile", "r", "--evaluation-profile", "e"];
