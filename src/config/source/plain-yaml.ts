import { readPlainScalar, UNSURE } from "./plain-scalar.ts";

/**
 * Parses the common subset of YAML: block mappings and lists, one-line values, literal blocks. Returns `UNSURE` for anything else (anchors,
 * tags, folded text, repeated keys, any mistake), which the real parser then reads.
 *
 * The real parser records every position, which takes ten times as long and is needed only for pointing into the file. Both agree on
 * everything that is not `UNSURE`: a test compares them.
 */
export function readPlainYaml(text: string): unknown {
  if (!text.endsWith("\n") || UNUSUAL_CHARACTER.test(text)) return UNSURE;
  const reading: Reading = { lines: text.split("\n"), at: 0 };
  if (indentOfNext(reading) !== 0) return UNSURE;
  const value = readBlock(reading, 0, 0);
  return indentOfNext(reading) === NOTHING_LEFT ? value : UNSURE;
}

/** Tabs, carriage returns and other controls, no-break spaces and byte order marks have special rules. */
const UNUSUAL_CHARACTER = /[^\n -~\u00a1-\ufefe]/;
/** Matches `name:` or `"10":` with the spaces after it. Quoted keys are limited to harmless characters. */
const KEY = /(?:([A-Za-z_][A-Za-z0-9_.-]{0,127})|"([A-Za-z0-9_. -]{1,128})"):(?: +|$)/y;
/** Constants when unquoted, and a property that every object has. */
const UNUSUAL_KEY = /^(?:null|true|false|__proto__)$/i;
const NOTHING_LEFT = -1;
/** Far below the real parser's limit, which comes with an explanation. */
const DEEPEST = 50;

interface Reading {
  lines: string[];
  /** Index of the next line. */
  at: number;
}

function readBlock(reading: Reading, indent: number, depth: number): unknown {
  if (depth > DEEPEST) return UNSURE;
  return startsItem(reading, indent) ? readList(reading, indent, depth) : readMapping(reading, indent, depth);
}

function readMapping(reading: Reading, indent: number, depth: number): unknown {
  const mapping: Record<string, unknown> = {};
  let next = indent;
  for (; next === indent; next = indentOfNext(reading)) {
    const line = reading.lines[reading.at]!;
    KEY.lastIndex = indent;
    const found = KEY.exec(line);
    if (found === null) return UNSURE;
    const key = found[1] ?? found[2]!;
    if (UNUSUAL_KEY.test(key) || Object.hasOwn(mapping, key)) return UNSURE;
    const value = readValue(reading, indent, withoutEnd(line, KEY.lastIndex), depth);
    if (value === UNSURE) return UNSURE;
    mapping[key] = value;
  }
  // A deeper line would continue the previous value.
  return next > indent ? UNSURE : mapping;
}

function readList(reading: Reading, indent: number, depth: number): unknown {
  const list: unknown[] = [];
  let next = indent;
  for (; next === indent && startsItem(reading, indent); next = indentOfNext(reading)) {
    const line = reading.lines[reading.at]!;
    const start = indentOf(line, indent + 1);
    if (start === line.length) return UNSURE;
    KEY.lastIndex = start;
    let value: unknown;
    if (KEY.test(line)) {
      // Without its dash, the line begins an ordinary mapping.
      reading.lines[reading.at] = " ".repeat(start) + line.slice(start);
      value = readMapping(reading, start, depth + 1);
    } else value = readValue(reading, indent, withoutEnd(line, start), depth);
    if (value === UNSURE) return UNSURE;
    list.push(value);
  }
  return next > indent ? UNSURE : list;
}

/** Reads the value after a key or dash, on the same line or below. */
function readValue(reading: Reading, indent: number, rest: string, depth: number): unknown {
  reading.at += 1;
  if (rest === "|") return readLiteral(reading, indent, "\n");
  if (rest === "|-") return readLiteral(reading, indent, "");
  if (rest !== "") return readPlainScalar(rest);
  const next = indentOfNext(reading);
  if (next > indent) return readBlock(reading, next, depth + 1);
  // Items of a list may have the same indentation as their key.
  return next === indent && startsItem(reading, indent) ? readList(reading, indent, depth + 1) : null;
}

function readLiteral(reading: Reading, above: number, ending: "\n" | ""): unknown {
  const indent = indentOf(reading.lines[reading.at]!);
  if (indent <= above || indent === reading.lines[reading.at]!.length) return UNSURE;
  const content: string[] = [];
  let length = 0;
  for (; reading.at < reading.lines.length; reading.at += 1) {
    const line = reading.lines[reading.at]!;
    const spaces = indentOf(line);
    if (spaces === line.length) {
      if (spaces > indent) return UNSURE;
      content.push("");
    } else {
      if (spaces < indent) break;
      length = content.push(line.slice(indent));
    }
  }
  return content.slice(0, length).join("\n") + ending;
}

/** Skips empty lines and comments. */
function indentOfNext(reading: Reading): number {
  for (; reading.at < reading.lines.length; reading.at += 1) {
    const line = reading.lines[reading.at]!;
    const indent = indentOf(line);
    if (indent < line.length && line[indent] !== "#") return indent;
  }
  return NOTHING_LEFT;
}

function startsItem({ lines, at }: Reading, indent: number): boolean {
  return lines[at]!.startsWith("- ", indent);
}

function indentOf(line: string, from = 0): number {
  let indent = from;
  while (line.charCodeAt(indent) === 0x20) indent += 1;
  return indent;
}

/** Returns the rest of a line without trailing spaces. Other white space belongs to the text. */
function withoutEnd(line: string, from: number): string {
  let end = line.length;
  while (end > from && line.charCodeAt(end - 1) === 0x20) end -= 1;
  return line.slice(from, end);
}
