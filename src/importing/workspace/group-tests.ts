import { isRecord } from "../../text/index.ts";
import { fillCells } from "../templates/translate-template.ts";
import { type ForeignMessage, type ForeignTest, Liftable } from "./foreign-evaluation.ts";
import { createUniqueNamer } from "./slugs.ts";

/** Tests equal except for their values: one case with a row each. */
export interface TestGroup {
  messages: ForeignMessage[];
  prompt_ids?: string[];
  model_ids?: string[];
  tags: string[];
  /** With `{{column}}` where the rows differ. */
  checks: unknown[];
  hard_expectations: unknown[];
  soft_expectations: unknown[];
  id_column: string;
  description_column?: string;
  metadata_column?: string;
  rows: Record<string, unknown>[];
}

/** Groups tests that differ only in values. Differing values become columns. */
export function groupTests(tests: readonly ForeignTest[], messages: readonly ForeignMessage[]): TestGroup[] {
  const groups = new Map<string, ForeignTest[]>();
  for (const test of tests) {
    const key = JSON.stringify(
      [test.prefix, test.suffix, test.prompt_ids, test.model_ids, test.tags, judged(test)],
      shapeOnly,
    );
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [test]);
    else group.push(test);
  }
  return [...groups.values()].map((group) => groupOf(group, messages));
}

function judged({ checks, hard_expectations, soft_expectations }: ForeignTest) {
  return { checks, hard_expectations, soft_expectations };
}

function shapeOnly(_key: string, value: unknown): unknown {
  if (!(value instanceof Liftable)) return value;
  return { liftable: Array.isArray(value.value) ? "list" : typeof value.value };
}

function groupOf(tests: readonly ForeignTest[], messages: readonly ForeignMessage[]): TestGroup {
  const first = tests[0]!;
  const width = String(tests.length).length;
  const nameColumn = createUniqueNamer(new Set(tests.flatMap(({ cells }) => Object.keys(cells))));
  const idColumn = nameColumn("test");
  const rows = tests.map(({ cells }, index): Record<string, unknown> => {
    return { [idColumn]: String(index + 1).padStart(width, "0"), ...cells };
  });
  const lift = (pick: (test: ForeignTest) => unknown) => lifted(tests, pick, rows, nameColumn);
  const group: TestGroup = {
    messages: around(messages, first),
    ...(first.prompt_ids && { prompt_ids: first.prompt_ids }),
    ...(first.model_ids && { model_ids: first.model_ids }),
    tags: first.tags,
    checks: lift(({ checks }) => checks) as unknown[],
    hard_expectations: lift(({ hard_expectations }) => hard_expectations) as unknown[],
    soft_expectations: lift(({ soft_expectations }) => soft_expectations) as unknown[],
    ...ownColumns(tests, rows, nameColumn),
    id_column: idColumn,
    rows,
  };
  return group;
}

/** Adds columns for descriptions and metadata, if any. */
function ownColumns(
  tests: readonly ForeignTest[],
  rows: Record<string, unknown>[],
  nameColumn: (wanted: string) => string,
): Pick<TestGroup, "description_column" | "metadata_column"> {
  const describes = tests.some(({ description }) => description !== undefined);
  const annotates = tests.some(({ metadata }) => metadata !== undefined);
  const columns = {
    ...(describes && { description_column: nameColumn("description") }),
    ...(annotates && { metadata_column: nameColumn("metadata") }),
  };
  for (const [index, { description, metadata }] of tests.entries()) {
    if (columns.description_column !== undefined)
      rows[index]![columns.description_column] = description ?? `test ${index + 1}`;
    if (columns.metadata_column !== undefined) rows[index]![columns.metadata_column] = metadata ?? {};
  }
  return columns;
}

/** Adds a test's prefix and suffix to the user's message. */
function around(messages: readonly ForeignMessage[], { prefix, suffix }: ForeignTest): ForeignMessage[] {
  const last = messages.findLastIndex(({ role }) => role === "user");
  return messages.map((message, index) =>
    index === last ? { ...message, content: prefix + message.content + suffix } : message,
  );
}

/** Merges the value of all tests, moving differences into the rows behind a placeholder. */
function lifted(
  tests: readonly ForeignTest[],
  pick: (test: ForeignTest) => unknown,
  rows: Record<string, unknown>[],
  nameColumn: (wanted: string) => string,
): unknown {
  const all = tests.map(pick);
  const walk = (values: readonly unknown[], name: string): unknown => {
    const [first] = values;
    if (first instanceof Liftable) {
      const written = JSON.stringify(first.value);
      if (values.every((other) => JSON.stringify((other as Liftable).value) === written)) return first.value;
      const column = nameColumn(name);
      for (const [index, other] of values.entries())
        rows[index]![column] = filled((other as Liftable).value, tests[index]!.cells);
      return `{{${column}}}`;
    }
    if (Array.isArray(first))
      return first.map((_, index) =>
        walk(
          values.map((list) => (list as unknown[])[index]),
          name === "" ? `expected_${index + 1}` : name,
        ),
      );
    if (!isRecord(first)) return first;
    const entries = Object.keys(first).map((key) => {
      const inner = values.map((value) => (value as Record<string, unknown>)[key]);
      return [key, walk(inner, NAMELESS.includes(key) ? name : `${name}_${key}`)];
    });
    return Object.fromEntries(entries);
  };
  return walk(all, "");
}

/** Field names that do not describe a column's content. */
const NAMELESS = ["declarative", "module_hook", "python_hook", "text", "arguments"];

/** Fills in placeholders now, because cells are not templates. */
function filled(value: unknown, cells: Record<string, unknown>): unknown {
  if (typeof value === "string") return fillCells(value, cells);
  if (Array.isArray(value)) return value.map((item) => filled(item, cells));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, cells)]));
}
