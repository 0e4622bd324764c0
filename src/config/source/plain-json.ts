import { UNSURE } from "./plain-scalar.ts";

/**
 * Reads a text that is JSON, as a YAML file may be, some thirty times as fast as the YAML parser. Returns `UNSURE` for anything that YAML may
 * read differently or refuse (duplicate and overlong keys, tabs, deep nesting), and for any mistake, so that the YAML parser decides and
 * says where it is. A test compares the values of both.
 */
export function readPlainJson(text: string): unknown {
  if (!text.startsWith("{") || UNUSUAL_CHARACTER.test(text)) return UNSURE;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return UNSURE;
  }
  // Of two equal keys only the last is left, so one is missing from the count.
  return countKeys(value, 0) === keysWritten(text) ? value : UNSURE;
}

/** Matches controls other than line breaks, no-break spaces and byte order marks, for which YAML has its own rules. */
const UNUSUAL_CHARACTER = /[^\n -~\u00a1-\ufefe]/;
const STRING = /"(?:[^"\\]|\\.)*"( *:)?/g;
const LONGEST_KEY = 128;
const DEEPEST = 50;
/** A merge in YAML, and a property that objects already have. */
const UNUSUAL_KEYS = new Set(["<<", "__proto__"]);

/** Counts the keys in a text that is JSON: texts in quotes before a colon. NaN when one is not plain. */
function keysWritten(text: string): number {
  let count = 0;
  for (const [written, colon] of text.matchAll(STRING))
    if (colon !== undefined) {
      if (written.length > LONGEST_KEY || written.includes("\\")) return Number.NaN;
      count += 1;
    }
  return count;
}

/** False for numbers that have lost digits, which is a mistake in a file. */
function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

function countKeys(value: unknown, depth: number): number {
  if (typeof value === "number") return isExact(value) ? 0 : Number.NaN;
  if (typeof value !== "object" || value === null) return 0;
  if (depth > DEEPEST) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += countKeys(item, depth + 1);
  else
    for (const [key, item] of Object.entries(value)) {
      if (UNUSUAL_KEYS.has(key)) return Number.NaN;
      count += 1 + countKeys(item, depth + 1);
    }
  return count;
}
