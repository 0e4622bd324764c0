import type { z } from "zod";
import { definitionOf, isAnyJson, unwrap } from "../schema/fields/schema-at.ts";

/**
 * Finds the level at which a misplaced field is known, such as `execution_policy.max_concurrency`. Returns nothing if there is none or more
 * than one.
 */
export function fieldElsewhere(schema: z.ZodType, name: string): string | undefined {
  const places = new Set<string>();
  collect(schema, name, "", places, new Set());
  return places.size === 1 ? [...places][0] : undefined;
}

function collect(schema: z.ZodType, name: string, path: string, places: Set<string>, above: Set<z.ZodType>): void {
  // Arbitrary JSON has no known fields and unlimited depth.
  if (isAnyJson(schema)) return;
  const here = unwrap(schema);
  if (above.has(here)) return;
  const inside = new Set([...above, here]);
  const { shape, element, options } = definitionOf(here);
  for (const [field, inner] of Object.entries(shape ?? {})) {
    const there = path === "" ? field : `${path}.${field}`;
    if (field === name) places.add(there);
    collect(inner, name, there, places, inside);
  }
  if (element) collect(element, name, `${path}[]`, places, inside);
  for (const option of options ?? []) collect(option, name, path, places, inside);
}
