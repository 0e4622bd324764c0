import { compileJsonSchema, isRecord, parseJson } from "../../../text/index.ts";
import { escapeLiterals } from "../../templates/translate-template.ts";
import { checked, type ForeignAssertion, refused, type TranslateAssertion } from "./assertion.ts";

/** Assertions about JSON, tool call arguments by schema, and a trial's cost and time. */
export const JSON_ASSERTIONS: Record<string, TranslateAssertion> = {
  "is-json": (assertion) => json(assertion, false),
  "contains-json": (assertion) => json(assertion, true),
  cost: ({ threshold }) =>
    threshold === undefined || threshold < 0
      ? refused("it has no threshold: it records the cost, which every report of Assay shows")
      : checked("cost_at_most", { usd: threshold }),
  latency: ({ threshold }) =>
    threshold === undefined || threshold <= 0
      ? refused("it has no threshold")
      : checked("latency_at_most", { seconds: threshold / 1000 }),
};

function json({ rendered }: ForeignAssertion, fenced: boolean) {
  const difference = fenced ? "the JSON is the whole answer or its only fenced block, not anywhere in it" : undefined;
  if (rendered === undefined || rendered === "") return checked("response_json", { fenced }, difference);
  const schema = typeof rendered === "string" ? readSchema(rendered) : rendered;
  if (!isRecord(schema)) return refused("its value is not a JSON Schema");
  const compiled = compileJsonSchema(schema);
  if (!compiled.ok) return refused(`its JSON Schema is not understood: ${compiled.problem.message}`);
  return checked("response_json", { fenced, schema: escapeLiterals(schema) }, difference);
}

function readSchema(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}
