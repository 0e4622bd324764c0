/** Marks text that only the real parser can read. */
export const UNSURE = Symbol("unsure");

/** Parses a one-line value: text, quoted text, number, `true`, `[a, b]`, `{ a: b }`. */
export function readPlainScalar(text: string): unknown {
  const first = text[0]!;
  if (first === '"') return DOUBLE_QUOTED.test(text) ? JSON.parse(text) : UNSURE;
  if (first === "'") return SINGLE_QUOTED.test(text) ? text.slice(1, -1).replaceAll("''", "'") : UNSURE;
  if (first === "[" || first === "{") return readFlow(text);
  if (text.includes(": ") || text.includes(" #") || text.endsWith(":")) return UNSURE;
  return valueOfPlain(text);
}

/** Allows only escapes with the same meaning in JSON. */
const DOUBLE_QUOTED = /^"(?:[^"\\]|\\[nt"\\])*"$/;
const SINGLE_QUOTED = /^'(?:[^']|'')*'$/;
/** Begins like a word or path, not like an indicator or number. */
const WORD = /^(?:[A-Za-z_$(/\u00a1-\ufefe]|\.\.?\/)/;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/;
/** Other spellings of constants: `True`, `NULL`. */
const UNUSUAL_CONSTANT = /^(?:null|true|false)$/i;

function valueOfPlain(text: string): unknown {
  if (WORD.test(text)) {
    if (text === "true") return true;
    if (text === "false") return false;
    if (text === "null") return null;
    return text.length <= 5 && UNUSUAL_CONSTANT.test(text) ? UNSURE : text;
  }
  if (NUMBER.test(text)) return Object.is(Number(text), -0) ? UNSURE : Number(text);
  // Numbers contain no spaces, so `3 apples` is text.
  return /^\d+ /.test(text) ? text : UNSURE;
}

/** Parses `[a, { b: c }]` on one line. */
function readFlow(text: string): unknown {
  const cursor: Cursor = { text, at: 0 };
  const value = readFlowValue(cursor, 0);
  return cursor.at === text.length ? value : UNSURE;
}

interface Cursor {
  text: string;
  at: number;
}

const FLOW_PLAIN = /[A-Za-z0-9_][A-Za-z0-9_./-]*(?: +[A-Za-z0-9_./-]+)*/y;
const FLOW_QUOTED = /"(?:[^"\\]|\\[nt"\\])*"/y;
const FLOW_KEY = /(?:([A-Za-z_][A-Za-z0-9_.-]{0,127})|"([A-Za-z0-9_. -]{1,128})"): +/y;
const UNUSUAL_KEY = /^(?:null|true|false|__proto__)$/i;
const DEEPEST = 20;

function readFlowValue(cursor: Cursor, depth: number): unknown {
  if (depth > DEEPEST) return UNSURE;
  switch (cursor.text.charAt(cursor.at)) {
    case "[":
      return readFlowList(cursor, depth);
    case "{":
      return readFlowMapping(cursor, depth);
    case '"': {
      const quoted = take(cursor, FLOW_QUOTED)?.[0];
      return quoted === undefined ? UNSURE : JSON.parse(quoted);
    }
    default: {
      const plain = take(cursor, FLOW_PLAIN)?.[0];
      return plain === undefined ? UNSURE : valueOfPlain(plain);
    }
  }
}

function readFlowList(cursor: Cursor, depth: number): unknown {
  const list: unknown[] = [];
  if (opensAndCloses(cursor, "]")) return list;
  for (;;) {
    const value = readFlowValue(cursor, depth + 1);
    if (value === UNSURE) return UNSURE;
    list.push(value);
    const closed = closes(cursor, "]");
    if (closed !== false) return closed === UNSURE ? UNSURE : list;
  }
}

function readFlowMapping(cursor: Cursor, depth: number): unknown {
  const mapping: Record<string, unknown> = {};
  if (opensAndCloses(cursor, "}")) return mapping;
  for (;;) {
    const found = take(cursor, FLOW_KEY);
    const key = found?.[1] ?? found?.[2];
    if (key === undefined || UNUSUAL_KEY.test(key) || Object.hasOwn(mapping, key)) return UNSURE;
    const value = readFlowValue(cursor, depth + 1);
    if (value === UNSURE) return UNSURE;
    mapping[key] = value;
    const closed = closes(cursor, "}");
    if (closed !== false) return closed === UNSURE ? UNSURE : mapping;
  }
}

function opensAndCloses(cursor: Cursor, bracket: "]" | "}"): boolean {
  cursor.at += 1;
  skipSpaces(cursor);
  if (cursor.text[cursor.at] !== bracket) return false;
  cursor.at += 1;
  return true;
}

/** Consumes the closing bracket, or the comma before the next item. */
function closes(cursor: Cursor, bracket: "]" | "}"): boolean | typeof UNSURE {
  skipSpaces(cursor);
  const character = cursor.text[cursor.at];
  if (character !== bracket && character !== ",") return UNSURE;
  cursor.at += 1;
  if (character === bracket) return true;
  skipSpaces(cursor);
  return false;
}

function skipSpaces(cursor: Cursor): void {
  while (cursor.text[cursor.at] === " ") cursor.at += 1;
}

function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found !== null) cursor.at = pattern.lastIndex;
  return found;
}
