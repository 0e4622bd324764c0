import { describeFields } from "../../../test/support/field-rows.ts";

const user = { role: "user", content: "Hi" };
const openclaw = { "runner.type": "openclaw" };
const check = (declarative: object) => ({ check_id: "k", declarative });

describeFields("case", [
  { field: "schema_version", good: 1, bad: 2, says: "expected 1, found 2" },
  { field: "case_id", good: "Case-1.b_c", bad: "größe/1", says: "a slug" },
  { field: "title", good: "A title", bad: "", says: "must not be empty" },
  { field: "runner", good: { type: "llm_probe" }, bad: "llm_probe", says: "expected a mapping" },
  {
    field: "input",
    good: { messages: [user] },
    readAs: { messages: [user], turns: [], attachments: [], context: {} },
    bad: [user],
    says: "expected a mapping, found a list of 1",
  },
  {
    field: "expectations",
    good: { hard_expectations: [] },
    readAs: { hard_expectations: [], soft_expectations: [] },
    bad: ["Answers with 4."],
    says: "expected a mapping",
  },
  { field: "rubric", good: { version: 1 }, bad: "strict", says: "expected a mapping" },
  { field: "deterministic_checks", good: [], bad: { kind: "x" }, says: "expected a list, found a mapping" },
  { field: "tags", good: ["smoke", "große Tags"], bad: "smoke", says: "expected a list" },
  { field: "metadata", good: { owner: { team: "x" }, n: [1, null] }, bad: "x", says: "expected a mapping" },
]);

describeFields("case", [
  {
    field: "runner.type",
    good: "openclaw",
    bad: "llm-probe",
    says: 'expected llm_probe, openclaw or agent, found "llm-probe"',
  },
  { field: "runner.temperature", good: 2, bad: 2.1, says: "expected at most 2" },
  { field: "runner.top_p", good: 0.5, bad: -0.1, says: "expected at least 0" },
  { field: "runner.max_tokens", good: 1, bad: 0, says: "expected at least 1" },
  { field: "runner.seed", good: -7, bad: 0.5, says: "expected a whole number" },
  { field: "runner.timeout_seconds", good: 1, bad: 0, says: "expected more than 0" },
  { field: "runner.retries", good: 0, bad: -1, says: "expected at least 0" },
  { field: "runner.max_turns", good: 1, bad: 0, says: "expected at least 1" },
  { field: "runner.request_options", good: { reasoning: { effort: "low" } }, bad: "x", says: "expected a mapping" },
  { field: "runner.temperature", given: openclaw, good: 0, bad: "hot", says: "expected a number" },
]);

describeFields("case", [
  { field: "input.messages", good: [user, user], bad: [], says: "needs at least one message" },
  {
    field: "input.turns",
    given: { ...openclaw, "input.messages": undefined },
    good: [user],
    bad: [{ role: "assistant", content: "x" }],
    says: "a turn is what the user says next",
    at: "input.turns[0]",
  },
  {
    field: "input.attachments",
    files: { "notes/a.md": "A", "notes/b.md": "B" },
    good: ["notes/a.md"],
    bad: ["notes/aa.md"],
    says: 'the attachment "notes/aa.md" does not exist',
    at: "input.attachments[0]",
  },
  { field: "input.context", good: { llm_probe: { tools: [] } }, bad: [], says: "expected a mapping" },
  ...["system", "user", "assistant", "tool"].map((role) => ({
    field: "input.messages[0].role",
    good: role,
    bad: "model",
    says: "expected system, user, assistant or tool",
  })),
  { field: "input.messages[0].content", good: "Two\nlines", bad: 4, says: "expected text or a list, found 4" },
  {
    field: "input.messages[0].source",
    given: { "input.messages[0].content": undefined },
    files: { "m.yaml": "role: user\ncontent: Hi\n" },
    good: { path: "m.yaml" },
    bad: "m.yaml",
    says: "expected a mapping",
  },
  { field: "input.messages[0].name", good: "ann", bad: "", says: "must not be empty" },
  {
    field: "input.messages[0].source.path",
    given: { "input.messages[0].content": undefined },
    files: { "m.txt": "Hi" },
    good: "m.txt",
    bad: "n.txt",
    says: 'the message file "n.txt" does not exist',
  },
  {
    field: "input.messages[0].source.format",
    given: { "input.messages[0].content": undefined, "input.messages[0].source.path": "m" },
    files: { m: "Hi" },
    good: "text",
    bad: "markdown",
    says: "expected yaml, json or text",
  },
  {
    field: "input.context.llm_probe.tools",
    good: ["exec_shell", "read_file", "write_file", "list_files", "web_search"],
    bad: ["exec_shel"],
    says: 'found "exec_shel"',
    at: "input.context.llm_probe.tools[0]",
  },
  {
    field: "input.context.openclaw.expected_artifact",
    given: openclaw,
    good: "out/report.md",
    bad: "../report.md",
    says: "must stay inside the workspace",
  },
]);

describeFields("case", [
  {
    field: "expectations.hard_expectations",
    good: [{ text: "x", weight: 2 }],
    bad: [["x"]],
    says: "expected text or a mapping, found a list of 1",
    at: "expectations.hard_expectations[0]",
  },
  {
    field: "expectations.soft_expectations",
    good: [{ text: "x" }],
    readAs: [{ text: "x", weight: 1 }],
    bad: "x",
    says: "expected a list",
  },
  { field: "expectations.hard_expectations[0].text", good: "x", bad: "", says: "must not be empty" },
  {
    field: "expectations.hard_expectations[0].weight",
    given: { "expectations.hard_expectations[0].text": "x" },
    good: 0.5,
    bad: 0,
    says: "expected more than 0",
  },
  { field: "rubric.version", good: 2, bad: 0, says: "expected at least 1" },
  {
    field: "rubric.scale",
    good: { min: 0, max: 10 },
    bad: { min: 10, max: 0 },
    says: "greater than",
    at: "rubric.scale.max",
  },
  {
    field: "rubric.anchors",
    given: { "rubric.scale": { min: 0, max: 10 } },
    good: { 10: "All", 0: "None", 7.5: "Most" },
    bad: { 11: "More" },
    says: "outside the scale from 0 to 10",
    at: 'rubric.anchors["11"]',
  },
  {
    field: "rubric.anchors",
    good: { 4: "Part" },
    bad: { good: "x" },
    says: "is not a score",
    at: "rubric.anchors.good",
  },
  {
    field: "rubric.criteria",
    good: [{ name: "n", what_good_looks_like: "g", what_bad_looks_like: "b" }],
    bad: [{ what_good_looks_like: "g" }],
    says: "is missing",
    at: "rubric.criteria[0].name",
  },
  { field: "rubric.scoring_instructions", good: "Cap at 4.", bad: ["Cap"], says: "expected text" },
]);

const present = { kind: "final_response_present" };
describeFields("case", [
  {
    field: "deterministic_checks[0].check_id",
    given: { "deterministic_checks[0].declarative": present },
    good: "response-present",
    bad: "response present",
    says: "a slug",
  },
  {
    field: "deterministic_checks[0].dimensions",
    given: { "deterministic_checks[0]": check(present) },
    good: ["task", "process", "autonomy", "closeness", "efficiency", "spark"],
    bad: ["tasks"],
    says: 'found "tasks"',
    at: "deterministic_checks[0].dimensions[0]",
  },
  {
    field: "deterministic_checks[0].declarative",
    given: { "deterministic_checks[0].check_id": "k" },
    good: present,
    bad: { kind: "final_response" },
    says: "expected final_response_present",
    at: "deterministic_checks[0].declarative.kind",
  },
  {
    field: "deterministic_checks[0].python_hook",
    given: { "deterministic_checks[0].check_id": "k" },
    files: { "hooks/h.py": "" },
    good: { path: "hooks/h.py", callable_name: "check" },
    bad: { callable_name: "check" },
    says: "needs `path` or `import_path`",
  },
  {
    field: "deterministic_checks[0].module_hook",
    given: { "deterministic_checks[0].check_id": "k" },
    files: { "hooks/h.ts": "" },
    good: { path: "hooks/h.ts", callable_name: "check" },
    bad: { path: "hooks/h.rb", callable_name: "check" },
    says: "does not exist",
    at: "deterministic_checks[0].module_hook.path",
  },
  {
    field: "deterministic_checks[0].python_hook.path",
    given: { "deterministic_checks[0]": { check_id: "k", python_hook: { callable_name: "f" } } },
    files: { "h.py": "", "h.txt": "" },
    good: "h.py",
    bad: "h.txt",
    says: "expected a file ending in .py",
  },
  {
    field: "deterministic_checks[0].python_hook.import_path",
    given: { "deterministic_checks[0]": { check_id: "k", python_hook: { callable_name: "f" } } },
    good: "my_pkg.checks",
    bad: "my_pkg/checks.py",
    says: "a dotted module",
  },
  {
    field: "deterministic_checks[0].python_hook.callable_name",
    given: { "deterministic_checks[0]": { check_id: "k", python_hook: { import_path: "p" } } },
    good: "check_output",
    bad: "check output",
    says: "the name of a function",
  },
]);

const declarative = "deterministic_checks[0].declarative";
const ofKind = (kind: string, rest: object = {}) => ({ "deterministic_checks[0]": check({ kind, ...rest }) });
describeFields("case", [
  {
    field: `${declarative}.kind`,
    given: ofKind("x"),
    good: "final_response_present",
    bad: "response",
    says: "expected",
  },
  {
    field: `${declarative}.count`,
    given: ofKind("tool_call_count"),
    good: 0,
    bad: 1.5,
    says: "expected a whole number",
  },
  {
    field: `${declarative}.path`,
    given: ofKind("file_exists"),
    good: "/tmp/out.txt",
    bad: "",
    says: "must not be empty",
  },
  {
    field: `${declarative}.text`,
    given: ofKind("file_contains", { path: "a" }),
    good: "x",
    bad: 4,
    says: "expected text",
  },
  { field: `${declarative}.path`, given: ofKind("path_exists"), good: "out", bad: ["out"], says: "expected text" },
  ...["success", "failed", "timed_out", "invalid", "provider_error"].map((status) => ({
    field: `${declarative}.status`,
    given: ofKind("status_is"),
    good: status,
    bad: "succes",
    says: 'found "succes"',
  })),
  {
    field: `${declarative}.artifact_type`,
    given: ofKind("output_artifact_present"),
    good: "workspace_file",
    bad: "",
    says: "must not be empty",
  },
  ...(
    [
      { name: "relative_path", good: "a/b.md", bad: "/a/b.md", says: "must be relative" },
      { name: "contains", good: "x", bad: ["x"], says: "expected text" },
      { name: "contains_all", good: ["x", "y"], bad: [], says: "expected at least 1 item, found 0" },
      { name: "contains_any", good: ["x", "y"], bad: "x", says: "expected a list" },
    ] as const
  ).map(({ name, ...row }) => ({
    field: `${declarative}.${name}`,
    given: { ...openclaw, ...ofKind("openclaw_workspace_file_present", { relative_path: "r.md" }) },
    ...row,
  })),
]);
