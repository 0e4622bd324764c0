import { z } from "zod";
import { compileJsonSchema, compilePattern, normalizeForComparison } from "../../../text/index.ts";
import { didYouMean } from "../../diagnostics/did-you-mean.ts";
import { bag, nonEmpty } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";

/** Regular expression, compiled while loading so that errors cost no tokens. */
export const patternField = nonEmpty
  .superRefine((source, context) => {
    const result = compilePattern(source);
    if (result.ok) return;
    const { message, suggestion } = result;
    context.addIssue({
      code: "custom",
      message: `is not a pattern that can be searched for: ${message}`,
      params: suggestion === undefined ? {} : { suggestion },
    });
  })
  .meta({ type_name: "pattern" });

/** Text to search for. An invisible one would match everything. */
export const soughtText = nonEmpty.refine(
  (text) => normalizeForComparison(text, { caseSensitive: true }) !== "",
  "has no visible characters, so it would be found everywhere",
);

/** Inline JSON Schema, compiled while loading. */
export const jsonSchemaField = bag
  .superRefine((schema, context) => {
    const problem = problemOfJsonSchema(schema);
    if (problem) context.addIssue({ code: "custom", ...problem });
  })
  .meta({ type_name: "JSON Schema" });

/** Checks a JSON Schema and returns its problem. */
export function problemOfJsonSchema(
  schema: Record<string, unknown>,
): { path: (string | number)[]; message: string; params: { suggestion?: string } } | undefined {
  const result = compileJsonSchema(schema);
  if (result.ok) return undefined;
  const { path, message, keyword } = result.problem;
  const suggestion = result.problem.suggestion ?? (keyword && didYouMean(keyword, KEYWORDS));
  return { path, message, params: suggestion ? { suggestion } : {} };
}

/** Common keywords, to guess misspelt ones. */
const KEYWORDS =
  "type enum const properties required additionalProperties patternProperties propertyNames minProperties maxProperties items prefixItems contains minItems maxItems uniqueItems minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf allOf anyOf oneOf not if then else $ref $defs description default title".split(
    " ",
  );

/** Inclusive range. */
export const range = (what: string) =>
  z
    .strictObject({
      min: z.number().int().min(0).optional().describe(`At least this many ${what}`),
      max: z.number().int().min(0).optional().describe(`At most this many ${what}`),
    })
    .superRefine(({ min, max }, context) => {
      if (min === undefined && max === undefined)
        context.addIssue({ code: "custom", message: "needs `min`, `max` or both" });
      else if (min !== undefined && max !== undefined && min > max)
        complain("max", `is less than \`min\`, which is ${min}; nothing can be both`, context);
    })
    .meta({ type_name: "`min`, `max`" });

/** Complains if none of the fields is given: such a check could not fail. */
export function needsOneOf(value: object, fields: readonly string[], context: z.RefinementCtx): void {
  if (fields.some((field) => (value as Record<string, unknown>)[field] !== undefined)) return;
  const names = fields.map((field) => `\`${field}\``);
  context.addIssue({
    code: "custom",
    message: `looks for nothing; add ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`,
  });
}

/** Complains about fields that another given field makes ineffective. */
export function excludes(value: object, field: string, others: readonly string[], context: z.RefinementCtx): void {
  const given = value as Record<string, unknown>;
  if (given[field] === undefined) return;
  for (const other of others)
    if (given[other] !== undefined) complain(other, `cannot be combined with \`${field}\`; keep one of them`, context);
}
