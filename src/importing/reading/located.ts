import { isRecord } from "../../text/index.ts";
import type { ForeignLocation } from "../notes/import-notes.ts";
import type { ForeignFile } from "./foreign-file.ts";

/** A value of a foreign file, with its location. */
export interface Located {
  value: unknown;
  place: ForeignLocation;
  /** One of its fields or items. */
  inside(key: string | number): Located;
}

/** The root value of a YAML or JSON file. */
export function locatedInFile(file: ForeignFile): Located {
  return locatedAlong(file, [], file.value);
}

function locatedAlong(file: ForeignFile, path: readonly (string | number)[], value: unknown): Located {
  return {
    value,
    place: () => file.placeOf(path),
    inside: (key) => locatedAlong(file, [...path, key], ownField(value, key)),
  };
}

/** A row of a table or a line; its contents share its location. */
export function locatedAt(place: string, value: unknown): Located {
  return { value, place: () => place, inside: (key) => locatedAt(place, ownField(value, key)) };
}

/** The items of a list; any other value counts as a single item. */
export function itemsOf(placed: Located): Located[] {
  if (Array.isArray(placed.value)) return placed.value.map((_, index) => placed.inside(index));
  return placed.value === undefined || placed.value === null ? [] : [placed];
}

function ownField(value: unknown, key: string | number): unknown {
  if (!(isRecord(value) || Array.isArray(value)) || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string | number, unknown>)[key];
}

const MOST_STEPS = 20;

/** Follows `$ref: '#/assertionTemplates/name'` within the file. */
export function followReference(
  placed: Located,
  root: Located,
): { ok: true; placed: Located } | { ok: false; reason: string } {
  let current = placed;
  for (let step = 0; step < MOST_STEPS; step++) {
    const { value } = current;
    if (!isRecord(value) || typeof value.$ref !== "string") return { ok: true, placed: current };
    const reference = value.$ref;
    if (!reference.startsWith("#/"))
      return { ok: false, reason: `$ref ${JSON.stringify(reference)} leads to another file; only #/… is followed` };
    current = root;
    for (const key of reference.slice(2).split("/"))
      current = current.inside(key.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (current.value === undefined) return { ok: false, reason: `$ref ${JSON.stringify(reference)} leads to nothing` };
  }
  return { ok: false, reason: "$ref leads back to itself" };
}
