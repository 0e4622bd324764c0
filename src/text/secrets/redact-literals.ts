import { SHORTEST_SECRET } from "./redact-values.ts";

/** Transforms a JSON string, given the name of its field, if any. */
export type StringRedactor = (value: string, name: string | null) => string;

/**
 * Redacts the strings of a JSON text after decoding them. The result is valid JSON of the same structure, and strings without
 * secrets keep their bytes. Null if the text is not JSON.
 */
export function redactJsonText(text: string, redact: StringRedactor): string | null {
  return isJson(text) ? replaceLiterals(text, redact) : null;
}

/** Redacts escaped strings in a text that is not JSON but contains some: a log, a list of records, code. */
export function redactLiterals(text: string, redact: StringRedactor): string {
  return text.includes("\\") ? replaceLiterals(text, redact, { escapedOnly: true }) : text;
}

const QUOTE = 34;
const BACKSLASH = 92;
const LINE_FEED = 10;

function replaceLiterals(text: string, redact: StringRedactor, { escapedOnly = false } = {}): string {
  let result = "";
  let rest = 0;
  let name: string | null = null;
  for (let start = text.indexOf('"'); start !== -1; ) {
    const { end, isClosed, isEscaped } = scanLiteral(text, start);
    const value = isClosed ? decoded(text.slice(start, end), isEscaped) : null;
    if (value !== null && value.length >= SHORTEST_SECRET && (isEscaped || !escapedOnly || name !== null)) {
      const clean = redact(value, name);
      if (clean !== value) {
        result += text.slice(rest, start) + JSON.stringify(clean);
        rest = end;
      }
    }
    const next = text.indexOf('"', end);
    name = value === null || next === -1 ? null : nameOfNext(text.slice(end, Math.min(next, end + 20)), value, name);
    start = next;
  }
  return rest === 0 ? text : result + text.slice(rest);
}

/** The field name that applies to the next string, as its value or one of its values. */
function nameOfNext(between: string, value: string, name: string | null): string | null {
  if (/^\s*:\s*\[?\s*$/.test(between)) return value;
  return /^\s*,\s*$/.test(between) ? name : null;
}

/**
 * Scans a literal. One that is not closed on its line does not count and is not scanned again, since hostile text would take
 * quadratic time.
 */
function scanLiteral(text: string, start: number): { end: number; isClosed: boolean; isEscaped: boolean } {
  let isEscaped = false;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return { end: at + 1, isClosed: true, isEscaped };
    if (code === LINE_FEED) return { end: at + 1, isClosed: false, isEscaped };
    if (code === BACKSLASH) {
      isEscaped = true;
      at++;
    }
  }
  return { end: text.length, isClosed: false, isEscaped };
}

function decoded(literal: string, isEscaped: boolean): string | null {
  if (!isEscaped) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return null;
  }
}

function isJson(text: string): boolean {
  const trimmed = text.trim();
  if (!["{}", "[]", '""'].includes(`${trimmed[0]}${trimmed.at(-1)}`)) return false;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}
