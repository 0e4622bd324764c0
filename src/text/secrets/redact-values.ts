import { escapeForPattern } from "../patterns/escape-pattern.ts";
import { SHORTEST_REST } from "./folded-words.ts";

/** Dummy keys such as `ollama` or `EMPTY` are ordinary words; replacing them would damage answers and hide nothing. */
export const SHORTEST_SECRET = 8;

/** Matches the given values however they are written: as they are, in JSON inside JSON, in URLs, in hex, in base64. Null for none. */
export function patternOfValues(values: readonly string[]): RegExp | null {
  const forms = [
    ...longEnough(values).map((value) => ({ length: value.length, source: inJsonOfAnyDepth(value) })),
    ...encodedForms(values).map((form) => ({ length: form.length, source: escapeForPattern(form) })),
  ];
  if (forms.length === 0) return null;
  // Longest first, or a form that contains another would leave its rest behind.
  forms.sort((a, b) => b.length - a.length || (a.source < b.source ? -1 : 1));
  return new RegExp([...new Set(forms.map(({ source }) => source))].join("|"), "g");
}

/** Finds every text that holds a value, also one whose last few letters are in the next line. */
export function patternOfBeginnings(values: readonly string[]): RegExp | null {
  const beginnings = longEnough(values).map((value) =>
    value.slice(0, Math.max(SHORTEST_SECRET, value.length - SHORTEST_REST)),
  );
  const sources = [...new Set([...beginnings.map(inJsonOfAnyDepth), ...encodedForms(values).map(escapeForPattern)])];
  return sources.length === 0 ? null : new RegExp(sources.join("|"));
}

/** All plain texts that would give a value away, longest first; for bytes, where no pattern can be used. */
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

/** JSON text inside JSON text doubles its backslashes; ten levels have 1,023. */
const BACKSLASHES = "\\\\{0,1023}";
const ESCAPE = "\\\\{1,1023}";
const CONTROL: Record<string, string> = { "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" };

/** The value as a pattern that also matches what JSON writers of all kinds make of it, one inside the other. */
function inJsonOfAnyDepth(value: string): string {
  // Units, not characters: JSON escapes the halves of a surrogate pair one by one.
  const parts: string[] = value.match(/\\+|[^\\]/g) ?? [];
  return parts
    .map((part, index) => {
      if (part.startsWith("\\")) return `\\\\{${part.length},}`;
      // Two repetitions of the same letter in a row would take quadratic time, as would one that begins anywhere.
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

/**
 * What base64 makes of the secret inside a longer text, where it may start at any of three offsets: the digits
 * that depend on the secret alone.
 */
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
