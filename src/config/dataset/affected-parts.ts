import type { z } from "zod";
import type { FieldPath } from "../diagnostics/diagnostic.ts";
import { definitionOf } from "../schema/schema-at.ts";
import type { Template } from "./template.ts";

/** A part of a value that rows change, with the schema that judges all of it at once. */
export interface AffectedPart {
  path: FieldPath;
  schema: z.ZodType;
  template: Template;
}

/**
 * The smallest parts that have to be held to the schema again for every row. Below a mapping or list that has no rule
 * of its own, only the fields that changed; where a rule looks at several fields, all that it looks at.
 */
export function affectedParts(template: Template, schema: z.ZodType, path: FieldPath = []): AffectedPart[] {
  if (template.kind === "fixed") return [];
  const whole = [{ path, schema, template }];
  if (template.kind !== "branch") return whole;
  const plain = withoutRules(schema);
  if (plain === undefined) return whole;
  const { shape, element } = definitionOf(plain);
  const parts: AffectedPart[] = [];
  for (const [key, child] of template.children) {
    const below = typeof key === "number" ? element : shape?.[key];
    if (below === undefined) return whole;
    parts.push(...affectedParts(child, below, [...path, key]));
  }
  return parts;
}

/** Wrappings that say nothing about a value that is there. */
const TRANSPARENT = new Set(["optional", "default", "prefault", "nullable", "nonoptional"]);

/** The mapping or list itself, unless it has rules of its own. */
function withoutRules(schema: z.ZodType): z.ZodType | undefined {
  const { type, innerType, checks } = definitionOf(schema) as ReturnType<typeof definitionOf> & { checks?: unknown[] };
  if (checks !== undefined && checks.length > 0) return undefined;
  if (innerType !== undefined) return TRANSPARENT.has(type) ? withoutRules(innerType) : undefined;
  return type === "object" || type === "array" ? schema : undefined;
}

/** A copy with another value at one place; everything beside the way there is shared. */
export function withValueAt<Whole>(whole: Whole, path: FieldPath, value: unknown, depth = 0): Whole {
  if (depth === path.length) return value as Whole;
  const key = path[depth]!;
  const copy = (Array.isArray(whole) ? [...whole] : { ...whole }) as Record<string | number, unknown>;
  copy[key] = withValueAt(copy[key], path, value, depth + 1);
  return copy as Whole;
}
