import { isRecord, parseJson } from "../../text/index.ts";

/** An expression between `{{` and `}}`: a variable, a path into it, and filters. */
export interface TemplateExpression {
  root: string;
  steps: (string | number)[];
  filters: { name: string; words: (string | number)[] }[];
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*/u;
const STEP = /^\s*(?:\.\s*([\p{L}\p{N}_$-]+)|\[\s*(?:(\d+)|"([^"{}]*)"|'([^'{}]*)')\s*\])/u;
const FILTER = /^\s*\|\s*([a-zA-Z_]+)\s*(?:\(([^(){}]*)\))?/;
const WORD = /^\s*(?:"([^"{}]*)"|'([^'{}]*)'|(-?\d+(?:\.\d+)?))\s*(?:,|$)/;

/** Parses an expression; null for anything beyond a variable with paths and filters. */
export function readExpression(text: string): TemplateExpression | null {
  let rest = text.trim();
  const root = NAME.exec(rest)?.[0];
  if (root === undefined) return null;
  rest = rest.slice(root.length);
  const steps: (string | number)[] = [];
  for (let found = STEP.exec(rest); found !== null; found = STEP.exec(rest)) {
    steps.push(found[2] === undefined ? (found[1] ?? found[3] ?? found[4]!) : Number(found[2]));
    rest = rest.slice(found[0].length);
  }
  const filters: TemplateExpression["filters"] = [];
  for (let found = FILTER.exec(rest); found !== null; found = FILTER.exec(rest)) {
    const words = readWords(found[2] ?? "");
    if (words === null || !Object.hasOwn(FILTERS, found[1]!)) return null;
    filters.push({ name: found[1]!, words });
    rest = rest.slice(found[0].length);
  }
  // No mapping of ours can have this name as its own key.
  if ([root, ...steps].includes("__proto__")) return null;
  return rest.trim() === "" ? { root, steps, filters } : null;
}

function readWords(text: string): (string | number)[] | null {
  const words: (string | number)[] = [];
  let rest = text;
  while (rest.trim() !== "") {
    const found = WORD.exec(rest);
    if (found === null) return null;
    words.push(found[3] === undefined ? (found[1] ?? found[2]!) : Number(found[3]));
    rest = rest.slice(found[0].length);
  }
  return words;
}

/** Evaluates the expression; undefined if the variables lack it. */
export function valueOfExpression({ root, steps, filters }: TemplateExpression, variables: object): unknown {
  let value: unknown = ownValue(variables, root);
  for (const step of steps) value = ownValue(value, step);
  for (const { name, words } of filters) value = FILTERS[name]!(value, words);
  return value;
}

function ownValue(value: unknown, key: string | number): unknown {
  if (typeof value === "string" && key === "length") return value.length;
  if (!(Array.isArray(value) || isRecord(value)) || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string | number, unknown>)[key];
}

/** Formats a value for a text. A missing one is empty, as in Nunjucks. */
export function formatTemplateValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Filter = (value: unknown, words: readonly (string | number)[]) => unknown;

/** Filters of Nunjucks whose result depends on nothing but the value. */
const FILTERS: Record<string, Filter> = {
  capitalize: (value) =>
    formatTemplateValue(value)
      .toLowerCase()
      .replace(/^./u, (letter) => letter.toUpperCase()),
  default: (value, [other = ""]) => value ?? other,
  d: (value, [other = ""]) => value ?? other,
  dump: (value, [indent]) => JSON.stringify(value, null, Number(indent ?? 0)),
  first: (value) => (Array.isArray(value) || typeof value === "string" ? value[0] : undefined),
  join: (value, [between = ""]) =>
    Array.isArray(value) ? value.map(formatTemplateValue).join(String(between)) : formatTemplateValue(value),
  last: (value) => (Array.isArray(value) || typeof value === "string" ? value.at(-1) : undefined),
  length: (value) => (Array.isArray(value) || typeof value === "string" ? value.length : 0),
  load: (value) => readJson(value),
  lower: (value) => formatTemplateValue(value).toLowerCase(),
  replace: (value, [from = "", to = ""]) => formatTemplateValue(value).replaceAll(String(from), String(to)),
  safe: (value) => value,
  string: (value) => formatTemplateValue(value),
  title: (value) =>
    formatTemplateValue(value)
      .toLowerCase()
      .replace(/(?<=^|\s)\S/gu, (letter) => letter.toUpperCase()),
  trim: (value) => formatTemplateValue(value).trim(),
  upper: (value) => formatTemplateValue(value).toUpperCase(),
};

function readJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : undefined;
}
