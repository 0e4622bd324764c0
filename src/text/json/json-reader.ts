import { DEEPEST_JSON } from "./nesting.ts";
import { NESTED_TOO_DEEPLY } from "./parse-json.ts";

/** JSON as a judge or a subject wrote it. Unlike `JSON.parse`, reports duplicate keys, whose meaning is ambiguous. */
export interface JsonReading {
  value: unknown;
  /** Dotted paths of keys that occur more than once in their object. */
  duplicate_keys: string[];
  /** Offsets of the value's first character and of the text after it. */
  start: number;
  end: number;
}

/** Deepest nesting that is read. No judge nests deeper; the limit protects time and stack from hostile texts. */
const DEEPEST = 64;

/** A text parsed as JSON, or the reason it is invalid, worded identically on every version of Node. */
export type JsonText =
  | { ok: true; value: unknown; duplicate_keys: string[] }
  | { ok: false; reason: string; line: number; column: number };

/** Reads a text that should be JSON and nothing else. Never throws. */
export function readJsonText(text: string): JsonText {
  const reader = new Reader(text, text.length - text.trimStart().length, DEEPEST_JSON);
  const value = reader.value("", 0);
  if (value === NOTHING)
    return {
      ok: false,
      reason: reader.isTooDeep
        ? `is ${NESTED_TOO_DEEPLY}`
        : reader.position >= text.trimEnd().length
          ? "ends too early"
          : "is not JSON",
      ...placeIn(text, reader.position),
    };
  const rest = text.slice(reader.position);
  if (rest.trim() === "") return { ok: true, value, duplicate_keys: reader.duplicateKeys };
  const at = reader.position + rest.length - rest.trimStart().length;
  return { ok: false, reason: "goes on after the JSON", ...placeIn(text, at) };
}

function placeIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split(/\r\n|[\r\n]/);
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** Reads the JSON value that begins at `start`; null when there is none. Never throws. */
function readJsonAt(text: string, start: number): JsonReading | null {
  const reader = new Reader(text, start, DEEPEST);
  const value = reader.value("", 0);
  if (value === NOTHING) return null;
  return { value, duplicate_keys: reader.duplicateKeys, start, end: reader.position };
}

/** Reads a text that is JSON and nothing else, apart from surrounding whitespace. */
export function readWholeJson(text: string): JsonReading | null {
  const start = text.length - text.trimStart().length;
  const reading = readJsonAt(text, start);
  return reading && text.slice(reading.end).trim() === "" ? reading : null;
}

/** Finds every outermost JSON object in a text, in order: in prose, in code fences, anywhere. */
export function findJsonObjects(text: string): JsonReading[] {
  const found: JsonReading[] = [];
  for (let position = text.indexOf("{"); position !== -1; position = text.indexOf("{", position)) {
    const reading = readJsonAt(text, position);
    if (reading) found.push(reading);
    position = reading ? reading.end : position + 1;
  }
  return found;
}

const NOTHING = Symbol("no JSON here");
const OWN = { configurable: true, enumerable: true, writable: true };
const WORD = /true|false|null/y;
const LINE_END = /[\n\r\u2028\u2029]/;
const END_OF_PLAIN = /["\\\u0000-\u001f]/g;

class Reader {
  readonly duplicateKeys: string[] = [];
  isTooDeep = false;

  constructor(
    private readonly text: string,
    public position: number,
    private readonly deepest: number,
  ) {}

  value(path: string, depth: number): unknown {
    if (depth > this.deepest) {
      this.isTooDeep = true;
      return NOTHING;
    }
    this.skipWhiteSpace();
    const first = this.text[this.position];
    if (first === "{") return this.object(path, depth);
    if (first === "[") return this.array(path, depth);
    if (first === '"') return this.string();
    WORD.lastIndex = this.position;
    const scalar = this.take(WORD.test(this.text) ? WORD.lastIndex : endOfNumber(this.text, this.position));
    return scalar === null ? NOTHING : JSON.parse(scalar);
  }

  private object(path: string, depth: number): unknown {
    const entries: Record<string, unknown> = {};
    this.position++;
    if (this.skip("}")) return entries;
    do {
      this.skipWhiteSpace();
      const key = this.string();
      if (typeof key !== "string" || !this.skip(":")) return NOTHING;
      const keyPath = path === "" ? key : `${path}.${key}`;
      const value = this.value(keyPath, depth + 1);
      if (value === NOTHING) return NOTHING;
      if (Object.hasOwn(entries, key)) this.duplicateKeys.push(keyPath);
      // A key called `__proto__` is data like any other.
      if (key === "__proto__") Object.defineProperty(entries, key, { value, ...OWN });
      else entries[key] = value;
    } while (this.skip(","));
    return this.skip("}") ? entries : NOTHING;
  }

  private array(path: string, depth: number): unknown {
    const items: unknown[] = [];
    this.position++;
    if (this.skip("]")) return items;
    do {
      const value = this.value(`${path}[${items.length}]`, depth + 1);
      if (value === NOTHING) return NOTHING;
      items.push(value);
    } while (this.skip(","));
    return this.skip("]") ? items : NOTHING;
  }

  private string(): unknown {
    const literal = this.take(endOfString(this.text, this.position));
    if (literal === null) return NOTHING;
    try {
      return JSON.parse(literal);
    } catch {
      return NOTHING; // not a JSON escape
    }
  }

  private take(end: number | null): string | null {
    if (end === null) return null;
    const taken = this.text.slice(this.position, end);
    this.position = end;
    return taken;
  }

  private skip(character: string): boolean {
    this.skipWhiteSpace();
    if (this.text[this.position] !== character) return false;
    this.position++;
    return true;
  }

  private skipWhiteSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.position);
      if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return;
      this.position++;
    }
  }
}

/**
 * The end of the string that begins here; null if it is not one. Searches from mark to mark, because one pattern for the whole
 * string would run out of backtracking space on a very long one.
 */
function endOfString(text: string, start: number): number | null {
  if (text[start] !== '"') return null;
  END_OF_PLAIN.lastIndex = start + 1;
  while (END_OF_PLAIN.test(text)) {
    const mark = text[END_OF_PLAIN.lastIndex - 1];
    if (mark === '"') return END_OF_PLAIN.lastIndex;
    if (mark !== "\\" || LINE_END.test(text.charAt(END_OF_PLAIN.lastIndex))) return null;
    END_OF_PLAIN.lastIndex++;
  }
  return null;
}

/** Like `endOfString`, for a number. A point or an `e` without digits after it is not part of one. */
function endOfNumber(text: string, start: number): number | null {
  const whole = text[start] === "-" ? start + 1 : start;
  let end = text[whole] === "0" ? whole + 1 : endOfDigits(text, whole);
  if (end === whole) return null;
  if (text[end] === ".") end = endOfDigits(text, end + 1, end);
  if (text[end] !== "e" && text[end] !== "E") return end;
  const exponent = text[end + 1] === "+" || text[end + 1] === "-" ? end + 2 : end + 1;
  return endOfDigits(text, exponent, end);
}

/** The end of the digits that begin here; `none` when there are none. */
function endOfDigits(text: string, start: number, none = start): number {
  let end = start;
  for (let code = text.charCodeAt(end); code >= 0x30 && code <= 0x39; code = text.charCodeAt(end)) end++;
  return end === start ? none : end;
}
