import { ASSERTION_TABLE } from "./assertions/table.ts";

/** Parses a table cell as an assertion: `contains: Paris`, `similar(0.8): Hello`, `not-regex: \d` or `Paris`. */
function assertionOfCell(cell: string): Record<string, unknown> {
  const [, prefix, code] = /^(javascript|fn|eval|python|grade|llm-rubric):([\s\S]*)$/.exec(cell) ?? [];
  if (prefix !== undefined) return { type: PREFIXES[prefix] ?? prefix, value: code!.trim() };
  if (/^file:\/\/.*\.py(?::\w+)?$/.test(cell)) return { type: "python", value: cell };
  if (/^file:\/\/.*\.[mc]?[jt]s(?::\w+)?$/.test(cell)) return { type: "javascript", value: cell };
  const [, type, threshold, value] = TYPED.exec(cell) ?? [];
  if (type === undefined) return { type: "equals", value: cell };
  return {
    type,
    ...(value !== undefined && { value: value.trim() }),
    ...(threshold !== undefined && { threshold: Number(threshold) }),
  };
}

/** Longer names first: `similar:cosine` is not `similar` with the value `cosine`. */
const TYPES = Object.keys(ASSERTION_TABLE).sort((one, other) => other.length - one.length);
const TYPED = new RegExp(`^((?:not-)?(?:${TYPES.join("|")}))(?:\\((\\d+(?:\\.\\d+)?)\\))?(?::([\\s\\S]*))?$`);

const PREFIXES: Record<string, string> = { fn: "javascript", eval: "javascript", grade: "llm-rubric" };

/** Converts a row to a test: columns that begin with `__` configure it, all others are variables. */
export function testOfRow(row: Readonly<Record<string, string>>): Record<string, unknown> {
  const vars: Record<string, string> = {};
  const asserts: { number: string; assertion: Record<string, unknown> }[] = [];
  const metadata: Record<string, unknown> = {};
  const options: Record<string, string> = {};
  const test: Record<string, unknown> = {};
  const configs: { number: string; key: string; value: string }[] = [];
  for (const [column, cell] of Object.entries(row)) {
    const [, number] = /^__expected(\d*)$/.exec(column) ?? [];
    const [, configured, key] = /^__config:__expected(\d*):(.+)$/.exec(column) ?? [];
    const [, label, list] = /^__metadata:(.+?)(\[\])?$/.exec(column) ?? [];
    if (number !== undefined) {
      if (cell.trim() !== "") asserts.push({ number, assertion: assertionOfCell(cell) });
    } else if (key !== undefined) {
      if (cell.trim() !== "") configs.push({ number: configured!, key, value: cell });
    } else if (label !== undefined) {
      if (cell !== "")
        metadata[label] =
          list === undefined ? cell : cell.split(/(?<!\\),/).map((part) => part.replaceAll("\\,", ",").trim());
    } else if (column === "__prefix" || column === "__suffix") options[column.slice(2)] = cell;
    else if (column === "__threshold") {
      if (cell.trim() !== "") test.threshold = Number(cell);
    } else if (column === "__metric") {
      if (cell !== "") for (const { assertion } of asserts) assertion.metric = cell;
    } else if (column.startsWith("__")) {
      if (cell !== "") test[column.slice(2)] = cell;
    } else vars[column] = cell;
  }
  for (const { number, key, value } of configs)
    for (const { number: own, assertion } of asserts)
      if (number === "" || number === own) assertion[key] = key === "threshold" ? Number(value) : value;
  return {
    ...test,
    vars,
    ...(asserts.length > 0 && { assert: asserts.map(({ assertion }) => assertion) }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}
