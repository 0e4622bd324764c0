import { describeFields } from "../../../test/support/field-rows.ts";

describeFields("agent", [
  { field: "schema_version", good: 1, bad: 0, says: "expected 1, found 0" },
  { field: "agent_id", good: "a", bad: "b", says: 'must be the name of its folder; expected "a", found "b"' },
  { field: "title", good: "A", bad: "", says: "must not be empty" },
  { field: "description", good: "What it does", bad: 1, says: "expected text" },
  { field: "tags", good: ["x"], bad: "x", says: "expected a list" },
  { field: "openclaw", good: {}, bad: [], says: "expected a mapping" },
  { field: "openclaw.identity", good: { name: "Ann" }, bad: "Ann", says: "expected a mapping" },
  {
    field: "openclaw.agents_defaults",
    good: { thinkingDefault: "low" },
    bad: { subagents: { model: "x/y" } },
    says: "an agent may not choose a model",
    at: "openclaw.agents_defaults.subagents.model",
  },
  {
    field: "openclaw.agent",
    good: { id: "support-agent", prompt: "Help.", tools: { deny: ["exec"] } },
    bad: { model: { fallbacks: [] } },
    says: "an agent may not choose a model",
    at: "openclaw.agent.model",
  },
  { field: "openclaw.agent.id", good: "support-agent", bad: "support agent", says: "a slug" },
  { field: "openclaw.agent.prompt", good: "Help.", bad: "", says: "must not be empty" },
  {
    field: "openclaw.model_defaults",
    good: { aliases: "primary" },
    bad: { fallbacks: ["x/y"] },
    says: "fallbacks are refused",
    at: "openclaw.model_defaults.fallbacks",
  },
  {
    field: "openclaw.model_defaults.aliases",
    good: ["primary"],
    bad: ["one", "two"],
    says: "expected at most 1 item, found 2",
  },
  {
    field: "openclaw.model_defaults.primary_params",
    good: { reasoning: { effort: "low" } },
    bad: "low",
    says: "expected a mapping",
  },
]);
