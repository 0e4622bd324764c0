import type { z } from "zod";
import type { Diagnostic, FieldPath } from "../diagnostics/diagnostic.ts";
import { closestTo } from "../diagnostics/did-you-mean.ts";
import { definitionOf, fieldsOf, schemaAt, takesOtherFields, unwrap } from "../schema/schema-at.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";

/**
 * Where other fields pass through (a model's, a judge's), a misspelt field would be sent to the provider instead of
 * being read. Such a field is legal, so this warns.
 */
export function nearMisses(source: SourceFile, schema: z.ZodType): Diagnostic[] {
  const found: Diagnostic[] = [];
  walk(schema, source.value, [], (path, object, value) => {
    const known = fieldsOf(object);
    for (const key of Object.keys(value)) {
      if (known.includes(key)) continue;
      const meant = closestTo(
        key,
        known.filter((field) => !(field in value)),
      );
      if (meant === undefined) continue;
      found.push(
        complainAbout(source, {
          severity: "warning",
          path: [...path, key],
          at: "key",
          message: "is passed through as it is, because no field here has this name",
          suggestion: `Did you mean ${JSON.stringify(meant)}?`,
        }),
      );
    }
  });
  return found;
}

type Visit = (path: FieldPath, schema: z.ZodType, value: Record<string, unknown>) => void;

/** Visits every object of a value whose schema passes unknown fields through. */
function walk(schema: z.ZodType, value: unknown, path: FieldPath, visit: Visit): void {
  if (!passesFieldsThrough(schema)) return;
  const here = schemaAt(schema, [], value);
  if (here === undefined || typeof value !== "object" || value === null) return;
  const { type, element, shape } = definitionOf(unwrap(here));
  if (type === "array" && element && Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(element, item, [...path, index], visit);
  } else if (type === "object" && shape && !Array.isArray(value)) {
    if (takesOtherFields(here)) visit(path, here, value as Record<string, unknown>);
    for (const [key, field] of Object.entries(shape)) {
      walk(field, (value as Record<string, unknown>)[key], [...path, key], visit);
    }
  }
}

const remembered = new WeakMap<z.ZodType, boolean>();

/** Whether a schema, or any below it, takes unknown fields. Most do not: a case need not be looked through at all. */
function passesFieldsThrough(schema: z.ZodType): boolean {
  const answer = remembered.get(schema);
  if (answer !== undefined) return answer;
  // Until it is known otherwise, so that a schema which contains itself ends.
  remembered.set(schema, false);
  const here = unwrap(schema);
  const { shape, element, options } = definitionOf(here);
  const below = [...Object.values(shape ?? {}), ...(element ? [element] : []), ...(options ?? [])];
  const passes = takesOtherFields(here) || below.some(passesFieldsThrough);
  remembered.set(schema, passes);
  return passes;
}
