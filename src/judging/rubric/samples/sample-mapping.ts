import type { SampleMapping } from "../../../config/index.ts";
import { parseJson } from "../../../text/index.ts";

export type { SampleMapping };

/** Extracts a sample from an object of another shape, by the user's mapping. A rubric in a cell is JSON. */
export function mapSample(
  source: Record<string, unknown>,
  mapping: SampleMapping,
): { ok: true; value: Record<string, unknown> } | { ok: false; reason: string } {
  const missing: string[] = [];
  const take = (field: string) => {
    const value = fieldOf(source, field);
    if (value === undefined) missing.push(field);
    return value;
  };
  const meta = Object.entries(mapping.meta).map(([label, from]) => [
    label,
    typeof from === "string" ? take(from) : from.constant,
  ]);
  const value: Record<string, unknown> = {
    meta: Object.fromEntries(meta),
    question: take(mapping.question),
    model_output: take(mapping.model_output),
  };
  if (mapping.rubric !== undefined) value.rubric = take(mapping.rubric);
  if (missing.length > 0) return { ok: false, reason: `the mapping names ${missing.join(", ")}, which is not there` };
  if (typeof value.rubric !== "string") return { ok: true, value };
  const rubric = parseJson(value.rubric);
  if (!rubric.ok)
    return { ok: false, reason: `${mapping.rubric}: expected the rubric as JSON: it is ${rubric.message}` };
  return { ok: true, value: { ...value, rubric: rubric.value } };
}

/** A field by its name, or by a dotted path into objects: `judge.model`. The literal name takes precedence. */
export function fieldOf(source: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(source, path)) return source[path];
  let value: unknown = source;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
