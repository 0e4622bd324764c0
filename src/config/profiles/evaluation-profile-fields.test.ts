import { describeFields } from "../../../test/support/field-rows.ts";

const judge = { judge_id: "j", type: "llm_probe" };
const judgeDefaults = { timeout_seconds: 120, retries: 5, attempts: 3 };
const run = { judge_run_id: "jr", judge_id: "j" };
const security = { allow_local_python_hooks: false, network_access: "deny", redact_secrets: true };

describeFields("evaluation profile", [
  { field: "schema_version", good: 1, bad: 1.1, says: "expected 1, found 1.1" },
  { field: "evaluation_profile_id", good: "e", bad: "e/f", says: "a slug" },
  { field: "title", good: "E", bad: null, says: "expected text, found nothing" },
  { field: "judges", good: [judge], readAs: [{ ...judge, ...judgeDefaults }], bad: judge, says: "expected a list" },
  {
    field: "judge_runs",
    good: [run],
    readAs: [{ ...run, repetitions: 1, sample_size: null }],
    bad: [{ ...run, judge_id: "jj" }],
    says: 'no judge is called "jj"; `judges` declares j',
    at: "judge_runs[0].judge_id",
  },
  {
    field: "aggregation",
    good: { method: "mean" },
    readAs: { method: "mean", pass_threshold: null },
    bad: "mean",
    says: "expected a mapping",
  },
  {
    field: "anchors",
    good: { enabled: false },
    readAs: { enabled: false, references: [] },
    bad: [],
    says: "expected a mapping",
  },
  {
    field: "security_policy",
    good: { network_access: "allow" },
    readAs: { ...security, network_access: "allow" },
    bad: { allow_hooks: true },
    says: "is not a known field",
    at: "security_policy.allow_hooks",
  },
  {
    field: "judge_system_prompt_path",
    files: { "prompts/p.md": "You judge.", "prompts/empty.md": "\n" },
    good: "prompts/p.md",
    bad: "prompts/q.md",
    says: 'the system prompt "prompts/q.md" does not exist',
  },
  { field: "judge_system_prompt", good: "You judge.", bad: "", says: "must not be empty" },
  { field: "max_concurrency", good: 8, bad: 0, says: "expected at least 1" },
  { field: "packet.max_characters", good: 10_000, bad: 10, says: "expected at least 2000" },
]);

describeFields("evaluation profile", [
  { field: "judges[0].judge_id", good: "j", bad: "j j", says: "a slug" },
  { field: "judges[0].type", good: "llm_probe", bad: "llm", says: 'expected llm_probe, found "llm"' },
  { field: "judges[0].model", good: "openai/gpt-5.4-mini", bad: "", says: "must not be empty" },
  {
    field: "judges[0].request_options",
    good: { temperature: 0, reasoning: { effort: "none" } },
    bad: { messages: [] },
    says: "is set by Assay in every request",
    at: "judges[0].request_options.messages",
  },
  { field: "judges[0].timeout_seconds", good: 5, bad: 0, says: "expected more than 0" },
  { field: "judges[0].retries", good: 0, bad: -1, says: "expected at least 0" },
  { field: "judges[0].attempts", good: 1, bad: 0, says: "expected at least 1" },
  {
    field: "judges[0].gateway.base_url",
    good: "https://x.example/v1",
    bad: "ftp://x.example",
    says: "an http or https URL",
  },
]);

describeFields("evaluation profile", [
  { field: "judge_runs[0].judge_run_id", good: "main_run", bad: "", says: "a slug" },
  {
    field: "judge_runs[0].judge_id",
    given: { judges: [judge, { ...judge, judge_id: "k" }] },
    good: "k",
    bad: "l",
    says: "no judge",
  },
  { field: "judge_runs[0].repetitions", good: 3, bad: 0, says: "expected at least 1" },
  {
    field: "judge_runs[0].sample_size",
    given: { "judge_runs[0].repetitions": 3 },
    good: 3,
    bad: 4,
    says: "is 4, more than the 3 repetitions there are to sample from",
  },
  { field: "judge_runs[0].sample_size", good: null, bad: 0, says: "expected at least 1" },
  ...["median", "mean"].map((method) => ({
    field: "aggregation.method",
    good: method,
    bad: "medain",
    says: "expected median",
  })),
  ...["majority_vote", "all_pass"].map((method) => ({
    field: "aggregation.method",
    given: { "aggregation.pass_threshold": 6 },
    good: method,
    bad: "vote",
    says: "expected median",
  })),
  { field: "aggregation.pass_threshold", good: 6.5, bad: 65, says: "expected at most 10" },
  { field: "aggregation.pass_threshold", good: null, bad: "6", says: "expected a number" },
  {
    field: "anchors.enabled",
    given: { "anchors.references": [{ anchor_id: "a", label: "l", text: "t" }] },
    good: true,
    bad: "on",
    says: "expected true or false",
  },
  {
    field: "anchors.references",
    good: [{ anchor_id: "a", label: "l", text: "t" }],
    bad: [{ anchor_id: "a", text: "t" }],
    says: "is missing",
    at: "anchors.references[0].label",
  },
  { field: "security_policy.allow_local_python_hooks", good: true, bad: 1, says: "expected true or false" },
  { field: "security_policy.network_access", good: "allow", bad: "none", says: "expected deny or allow" },
  { field: "security_policy.redact_secrets", good: false, bad: "false", says: "expected true or false" },
]);
