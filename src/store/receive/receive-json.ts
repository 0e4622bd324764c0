import { checkOfShape, type Shape } from "../../records/index.ts";
import { DEEPEST_JSON, isJsonNestedDeeperThan } from "../../text/index.ts";
import { quoteForeign } from "./quote-foreign.ts";

/** Validated foreign value, or its problem in words. */
export type ReceivedValue<Value> = { ok: true; value: Value } | { ok: false; problem: string };

export interface JsonLimits {
  /** Maximum length of the text. */
  characters: number;
  depth: number;
}

/**
 * Parses and validates foreign JSON: limits size and depth before parsing, and checks every field and number.
 *
 * @example receiveJson<Usage>(text, USAGE, { characters: 100_000 })
 */
export function receiveJson<Value>(
  text: string,
  shape: Shape,
  { characters, depth = DEEPEST_JSON }: Partial<JsonLimits> & Pick<JsonLimits, "characters">,
): ReceivedValue<Value> {
  if (text.length > characters) return { ok: false, problem: `it is longer than ${characters} characters` };
  if (isJsonNestedDeeperThan(text, depth)) return { ok: false, problem: `it is nested more than ${depth} levels deep` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: "it is not JSON" };
  }
  const problem = shapeProblem(value, shape) ?? numberProblem(value);
  return problem === null ? { ok: true, value: value as Value } : { ok: false, problem };
}

/** Validates a parsed value; null if it is valid. */
export function shapeProblem(value: unknown, shape: Shape): string | null {
  const found = checkOfShape(shape).problemOf(value);
  if (found === null) return null;
  if (found === "undecided") return "it takes too long to be looked at";
  const { at, message, key } = found;
  const about = key === undefined ? "" : ` (${quoteForeign(key)})`;
  return `${at === "" ? "it" : quoteForeign(at.slice(1)).slice(1, -1)} ${message}${about}`;
}

/** Finds numbers beyond the range of doubles, which JSON allows anywhere. */
function numberProblem(value: unknown): string | null {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "number" && !Number.isFinite(next)) return "it holds a number beyond all numbers";
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) waiting.push(part);
  }
  return null;
}
