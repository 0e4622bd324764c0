import type { MetaValue, RubricDimensions } from "../samples/sample.ts";

/**
 * JSON Schema of the answer to one sample, for providers that take structured output. The contract checks what it can't express;
 * it contains nothing of the single sample, because providers prepare every new schema.
 */
export function answerSchema(shown: { meta: Record<string, MetaValue>; rubric: RubricDimensions }) {
  const dimensions = shown.rubric.dimensions.map(({ id, bands }) => [
    id,
    closedObject({
      score: { type: "number", enum: bands.map(({ score }) => score) },
      evidence: { type: "array", items: { type: "string" } },
      rationale: { type: "string" },
    }),
  ]);
  return closedObject({
    meta: closedObject(
      Object.fromEntries(
        Object.entries(shown.meta).map(([key, value]) => [key, { type: value === null ? "null" : typeof value }]),
      ),
    ),
    scores: closedObject(Object.fromEntries(dimensions)),
    failure_tags: { type: "array", items: { type: "string", enum: ["A", "B", "C", "D", "E"] } },
    notes: { type: "string" },
  });
}

/** Strict structured output requires every object closed and every key required. */
function closedObject(properties: Record<string, unknown>) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
