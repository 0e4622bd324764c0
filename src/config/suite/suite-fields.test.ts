import { describeFields } from "../../../test/support/field-rows.ts";

describeFields("suite", [
  { field: "schema_version", good: 1, bad: "1", says: 'expected 1, found "1"' },
  { field: "suite_id", good: "s", bad: "not a slug", says: "expected a slug" },
  { field: "title", good: "S", bad: 7, says: "expected text, found 7" },
  { field: "models", good: [{ model_id: "a" }, { model_id: "b" }], bad: { a: 1 }, says: "expected a list" },
  { field: "case_selection", good: { include_tags: ["x"] }, bad: ["c"], says: "expected a mapping" },
  { field: "openclaw", good: { agent_assignments: [] }, bad: [], says: "expected a mapping" },
  { field: "metadata", good: { any: ["thing"] }, bad: 1, says: "expected a mapping" },
]);

describeFields("suite", [
  { field: "models[0].model_id", good: "gpt4o_mini", bad: "openai/gpt-4o", says: "a slug" },
  { field: "models[0].label", good: "GPT-4o mini", bad: "", says: "must not be empty" },
  { field: "models[0].requested_model", good: "openai/gpt-4o-mini", bad: 4, says: "expected text" },
  { field: "models[0].openrouter_model", good: "openai/gpt-4o-mini", bad: null, says: "expected text, found nothing" },
  {
    field: "models[0].provider",
    given: { "models[0].model_name": "x" },
    good: "openai",
    bad: {},
    says: "expected text",
  },
  { field: "models[0].model_name", given: { "models[0].provider": "x" }, good: "gpt", bad: 1, says: "expected text" },
  { field: "models[0].primary_params", good: { reasoning: { effort: "low" } }, bad: "low", says: "expected a mapping" },
  {
    field: "models[0].gateway.base_url",
    good: "http://localhost:11434/v1",
    bad: "localhost:11434",
    says: "an http or https URL",
  },
  {
    field: "models[0].gateway.api_key_env",
    given: { "models[0].gateway.base_url": "https://x.example/v1" },
    good: "MY_KEY",
    bad: "sk-abc",
    says: "the name of an environment variable, not the key itself",
  },
  {
    field: "models[0].gateway.headers",
    given: { "models[0].gateway.base_url": "https://x.example/v1" },
    good: { "X-Team": "$TEAM" },
    bad: { "X-Team": 1 },
    says: "expected text",
    at: "models[0].gateway.headers.X-Team",
  },
]);

describeFields("suite", [
  {
    field: "case_selection.include_case_ids",
    good: ["c"],
    bad: ["cc"],
    says: 'no case of this workspace has the id "cc"',
    at: "case_selection.include_case_ids[0]",
  },
  { field: "case_selection.include_case_ids", good: ["c"], bad: [], says: "must not be empty" },
  { field: "case_selection.exclude_case_ids", good: ["c"], bad: "c", says: "expected a list" },
  {
    field: "case_selection.include_tags",
    good: ["smoke"],
    bad: [1],
    says: "expected text",
    at: "case_selection.include_tags[0]",
  },
  {
    field: "case_selection.exclude_tags",
    good: ["slow"],
    bad: [""],
    says: "must not be empty",
    at: "case_selection.exclude_tags[0]",
  },
  {
    field: "openclaw.agent_assignments",
    good: [{ agent_id: "a", case_selection: { include_tags: ["x"] } }],
    bad: [{ agent_id: "a", case_selection: {} }],
    says: "needs `include_case_ids` or `include_tags`",
    at: "openclaw.agent_assignments[0].case_selection",
  },
  {
    field: "openclaw.agent_assignments[0].agent_id",
    given: { "openclaw.agent_assignments[0].case_selection": { include_tags: ["x"] } },
    good: "a",
    bad: "aa",
    says: 'no agent is called "aa"',
  },
  {
    field: "openclaw.agent_assignments[0].case_selection",
    given: { "openclaw.agent_assignments[0].agent_id": "a" },
    good: { include_tags: ["x"], exclude_case_ids: ["c"] },
    bad: { include_case_ids: ["unknown"] },
    says: "no case of this suite has the id",
    at: "openclaw.agent_assignments[0].case_selection.include_case_ids[0]",
  },
]);
