import { isRecord } from "./is-record.ts";
import { DEEPEST_JSON, isJsonNestedDeeperThan } from "./nesting.ts";

/** A JSON text of others as a value, or what is wrong with it, in words that follow "is". */
export type ParsedJson =
  | { ok: true; value: unknown }
  /** The problem is the same on every version of Node; the message adds what the parser says. */
  | { ok: false; problem: string; message: string };

/**
 * `JSON.parse` for what others wrote: a text that is nested without end is refused before anything walks through it. Never throws.
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

/** Parses a text that may be anything; null where it is not JSON, or nested more than so many levels. */
export function jsonOrNull(text: string, levels = Number.POSITIVE_INFINITY): unknown {
  try {
    return isJsonNestedDeeperThan(text, levels) ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The same for a text that should be a JSON object. */
export function jsonObjectOrNull(text: string, levels?: number): Record<string, unknown> | null {
  const value = jsonOrNull(text, levels);
  return isRecord(value) ? value : null;
}

export const NESTED_TOO_DEEPLY = `nested more than ${DEEPEST_JSON} levels deep`;
