import type { z } from "zod";
import type { FieldPath } from "../diagnostics/diagnostic.ts";
import { definitionOf } from "../schema/fields/schema-at.ts";
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

/** Where parts lie in a whole: a leaf is the number of a part. */
export type PartTree = number | ReadonlyMap<string | number, PartTree>;

export function partTree(parts: readonly AffectedPart[]): PartTree {
  const below = (indexes: number[], depth: number): PartTree => {
    const [first] = indexes;
    if (parts[first!]!.path.length === depth) return first!;
    const groups = new Map<string | number, number[]>();
    for (const index of indexes) {
      const key = parts[index]!.path[depth]!;
      groups.set(key, [...(groups.get(key) ?? []), index]);
    }
    return new Map([...groups].map(([key, group]) => [key, below(group, depth + 1)]));
  };
  return parts.length === 0 ? new Map() : below([...parts.keys()], 0);
}

/** A copy with other values for some parts; everything that lies beside the way to them is shared. */
export function withParts<Whole>(whole: Whole, tree: PartTree, values: readonly unknown[]): Whole {
  if (typeof tree === "number") return values[tree] as Whole;
  const copy = (Array.isArray(whole) ? whole.slice() : { ...whole }) as Record<string | number, unknown>;
  for (const [key, below] of tree) copy[key] = withParts(copy[key], below, values);
  return copy as Whole;
}
