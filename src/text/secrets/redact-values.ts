import { escapeForPattern } from "../patterns/escape-pattern.ts";
import { SHORTEST_REST } from "./folded-words.ts";

/** Dummy keys such as `ollama` or `EMPTY` are ordinary words; replacing them would damage answers and hide nothing. */
export const SHORTEST_SECRET = 8;

/** Matches the given values in any spelling: plain, in JSON nested in JSON, in URLs, hex or base64. Null if there are no values. */
export function patternOfValues(values: readonly string[]): RegExp | null {
  const forms = [
    ...longEnough(values).map((value) => ({ length: value.length, source: inJsonOfAnyDepth(value) })),
    ...encodedForms(values).map((form) => ({ length: form.length, source: escapeForPattern(form) })),
  ];
  if (forms.length === 0) return null;
  // Longest first; otherwise a form contained in another would leave the rest of that one behind.
  forms.sort((a, b) => b.length - a.length || (a.source < b.source ? -1 : 1));
  return new RegExp([...new Set(forms.map(({ source }) => source))].join("|"), "g");
}

/** Preselects texts that hold a value, including one whose last few letters are on the next line. */
export function patternOfBeginnings(values: readonly string[]): RegExp | null {
  const beginnings = longEnough(values).map((value) =>
    value.slice(0, Math.max(SHORTEST_SECRET, value.length - SHORTEST_REST)),
  );
  const sources = [...new Set([...beginnings.map(inJsonOfAnyDepth), ...encodedForms(values).map(escapeForPattern)])];
  return sources.length === 0 ? null : new RegExp(sources.join("|"));
}

/** All plain spellings that would reveal a value, longest first; for bytes, where patterns cannot be used. */
export function formsOfValues(values: readonly string[]): string[] {
  const plain = longEnough(values).flatMap((value) => [value, inJson(value), inJson(inJson(value))]);
  return [...new Set([...plain, ...encodedForms(values)])].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

function longEnough(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value.length >= SHORTEST_SECRET))];
}

function encodedForms(values: readonly string[]): string[] {
  const forms = longEnough(values).flatMap((value) => {
    const bytes = Buffer.from(value);
    const hex = bytes.toString("hex");
    const inUrl = encodeURIComponent(value);
    return [...(inUrl === value ? [] : [inUrl]), hex, hex.toUpperCase(), ...base64Forms(bytes)];
  });
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_SECRET);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Each level of JSON nested in JSON doubles backslashes; ten levels produce 1,023. */
const BACKSLASHES = "\\\\{0,1023}";
const ESCAPE = "\\\\{1,1023}";
const CONTROL: Record<string, string> = { "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" };

/** A pattern that matches the value in any JSON writer's spelling, at any nesting. */
function inJsonOfAnyDepth(value: string): string {
  // Code units, not characters: JSON escapes the halves of a surrogate pair separately.
  const parts: string[] = value.match(/\\+|[^\\]/g) ?? [];
  return parts
    .map((part, index) => {
      if (part.startsWith("\\")) return `\\\\{${part.length},}`;
      // Two adjacent repetitions of one letter would take quadratic time, as would one that can begin anywhere.
      const pattern = patternOfUnit(part, parts[index - 1]?.startsWith("\\") === true);
      return index === 0 && pattern.includes("\\\\{") ? `(?<!\\\\)${pattern}` : pattern;
    })
    .join("");
}

function patternOfUnit(unit: string, afterBackslash: boolean): string {
  const code = unit.charCodeAt(0);
  const control = CONTROL[unit];
  const [some, any] = afterBackslash ? ["", ""] : [ESCAPE, BACKSLASHES];
  if (control) return `(?:${unit}|${some}${control})`;
  if (code > 126 || /[<>&='+]/.test(unit)) return `(?:${any}${escapeForPattern(unit)}|${some}u${hexDigits(code)})`;
  if (unit === '"' || unit === "/") return any + unit;
  return escapeForPattern(unit);
}

function hexDigits(code: number): string {
  return [...code.toString(16).padStart(4, "0")]
    .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
    .join("");
}

/** The base64 digits that depend on the secret alone, for each of its three possible offsets in a longer text. */
function base64Forms(bytes: Buffer): string[] {
  const whole = [bytes.toString("base64"), bytes.toString("base64url")];
  const inside = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const digits = encoded.slice(start, end);
    return [digits, digits.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [...whole, ...inside];
}
