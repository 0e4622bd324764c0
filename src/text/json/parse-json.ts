import { isRecord } from "./is-record.ts";
import { DEEPEST_JSON, isJsonNestedDeeperThan } from "./nesting.ts";

/** Foreign JSON text as a value, or its problem, phrased to follow "is". */
export type ParsedJson =
  | { ok: true; value: unknown }
  /** The problem is the same on every version of Node; the message is the parser's own. */
  | { ok: false; problem: string; message: string };

/**
 * `JSON.parse` for foreign text. Rejects excessive nesting before anything walks the value. Never throws.
 *
 * @example parseJson("[".repeat(100_000)) // { ok: false, problem: "nested more than 500 levels deep", … }
 */
export function parseJson(text: string): ParsedJson {
  if (isJsonNestedDeeperThan(text, DEEPEST_JSON))
    return { ok: false, problem: NESTED_TOO_DEEPLY, message: NESTED_TOO_DEEPLY };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: "not JSON", message: `not JSON: ${(error as Error).message}` };
  }
}

/** Parses arbitrary text; null if it is not JSON or nests deeper than `levels`. */
export function jsonOrNull(text: string, levels = Number.POSITIVE_INFINITY): unknown {
  try {
    return isJsonNestedDeeperThan(text, levels) ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Like `jsonOrNull`, but only for objects. */
export function jsonObjectOrNull(text: string, levels?: number): Record<string, unknown> | null {
  const value = jsonOrNull(text, levels);
  return isRecord(value) ? value : null;
}

export const NESTED_TOO_DEEPLY = `nested more than ${DEEPEST_JSON} levels deep`;
