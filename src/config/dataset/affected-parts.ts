import type { z } from "zod";
import { groupBy } from "../../text/index.ts";
import type { FieldPath } from "../diagnostics/diagnostic.ts";
import { definitionOf } from "../schema/fields/schema-at.ts";
import type { Template } from "./template.ts";

/** Part of a value that rows change, with the schema to check it against. */
export interface AffectedPart {
  path: FieldPath;
  schema: z.ZodType;
  template: Template;
}

/**
 * Finds the smallest parts that must be validated again for each row: only the changed fields of a mapping or list without rules of its
 * own, but everything that a rule across fields can see.
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

/** Wrappers that do not restrict a present value. */
const TRANSPARENT = new Set(["optional", "default", "prefault", "nullable", "nonoptional"]);

/** Returns the schema of a mapping or list without rules of its own, or undefined. */
function withoutRules(schema: z.ZodType): z.ZodType | undefined {
  const { type, innerType, checks } = definitionOf(schema) as ReturnType<typeof definitionOf> & { checks?: unknown[] };
  if (checks !== undefined && checks.length > 0) return undefined;
  if (innerType !== undefined) return TRANSPARENT.has(type) ? withoutRules(innerType) : undefined;
  return type === "object" || type === "array" ? schema : undefined;
}

/** Positions of parts in a whole; a leaf is the index of a part. */
export type PartTree = number | ReadonlyMap<string | number, PartTree>;

export function partTree(parts: readonly AffectedPart[]): PartTree {
  const below = (indexes: number[], depth: number): PartTree => {
    const [first] = indexes;
    if (parts[first!]!.path.length === depth) return first!;
    const groups = groupBy(indexes, (index) => parts[index]!.path[depth]!);
    return new Map([...groups].map(([key, group]) => [key, below(group, depth + 1)]));
  };
  return parts.length === 0 ? new Map() : below([...parts.keys()], 0);
}

/** Copies a value with some parts replaced. Everything off their paths is shared. */
export function withParts<Whole>(whole: Whole, tree: PartTree, values: readonly unknown[]): Whole {
  if (typeof tree === "number") return values[tree] as Whole;
  const copy = (Array.isArray(whole) ? whole.slice() : { ...whole }) as Record<string | number, unknown>;
  for (const [key, below] of tree) copy[key] = withParts(copy[key], below, values);
  return copy as Whole;
}
