import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { validateWorkspace } from "../../src/config/workspace/validate-workspace.ts";
import { describeFields, type FieldRow } from "../support/field-rows.ts";
import { temporaryFolder } from "../support/temporary.ts";

const AT = "deterministic_checks[0].declarative";
const check = (declarative: object, more: object = {}) => [{ check_id: "k", declarative, ...more }];

/** A check that is accepted as it is written, and one that is refused at a place with these words. */
function pair(kind: string, good: object, bad: object, says: string, at = "", more: Partial<FieldRow> = {}): FieldRow {
  return {
    field: AT,
    given: { deterministic_checks: check({ kind }) },
    good: { kind, ...good },
    bad: { kind, ...bad },
    says,
    at: at === "" ? AT : `${AT}.${at}`,
    ...more,
  };
}

const contains = (good: object, bad: object, says: string, at?: string) =>
  pair("response_contains", good, bad, says, at, {
    readAs: { kind: "response_contains", case_sensitive: false, ...good },
  });

describeFields("case", [
  contains({ text: "Paris" }, {}, "looks for nothing; add `text`, `all`, `any` or `none`"),
  contains({ any: ["a", "b"] }, { any: [] }, "expected at least 1 item", "any"),
  contains({ all: ["a"], none: ["b"] }, { all: "a" }, "expected a list", "all"),
  contains({ none: ["\u202esorry"] }, { none: ["\u200b\u202e"] }, "has no visible characters", "none[0]"),
  contains(
    { text: "x", case_sensitive: true },
    { text: "x", case_sensitive: "no" },
    "expected true or false",
    "case_sensitive",
  ),
  contains({ text: " " }, { txt: "x", text: "y" }, "is not a known field here", "txt"),
]);

const matches = (good: object, bad: object, says: string, at = "pattern") =>
  pair("response_matches", good, bad, says, at);

describeFields("case", [
  matches(
    { pattern: "^\\d+$" },
    { pattern: "ab(?<=a)b" },
    "look-ahead and look-behind are not supported at character 3",
  ),
  matches(
    { pattern: "(?i)paris" },
    { pattern: "(?!x)" },
    "look-ahead and look-behind are not supported at character 1",
  ),
  matches({ pattern: "\\u00e9|\\x{1F600}" }, { pattern: "(a)\\1" }, "back-references are not supported at character 4"),
  matches({ pattern: "\\p{Lu}" }, { pattern: "\\p{Letter}" }, "an unknown class of characters at character 1"),
  matches({ pattern: "a{1000}" }, { pattern: "a{1001}" }, "too many repetitions at character 2"),
  matches({ pattern: "a+?" }, { pattern: "a++" }, "possessive repetition is not supported"),
  matches({ pattern: "(a+)+$" }, { pattern: "(a+" }, "missing closing )"),
  matches({ pattern: "[a-z]\\z" }, { pattern: "[z-a]\\Z" }, "invalid character class range"),
  matches({ pattern: "x", flags: "ims" }, { pattern: "x", flags: "g" }, "letters of `i`", "flags"),
  matches({ pattern: "x", flags: "i" }, { pattern: "x", flags: "ii" }, "each once", "flags"),
]);

const equals = (good: object, bad: object, says: string, at?: string) => pair("response_equals", good, bad, says, at);

describeFields("case", [
  equals({ text: "Paris" }, {}, "looks for nothing; add `text` or `number`"),
  equals({ text: "4", trim: false }, { number: 4, trim: false }, "cannot be combined with `number`", "trim"),
  equals({ number: 0 }, { number: "4" }, "expected a number", "number"),
  equals({ number: 3.14, tolerance: 0.01 }, { text: "x", tolerance: 1 }, "has no effect without `number`", "tolerance"),
  equals({ number: -5 }, { number: 5, tolerance: -1 }, "expected at least 0", "tolerance"),
  equals({ number: 9007199254740991 }, { number: null }, "expected a number, found nothing", "number"),
  equals({ text: "4" }, { text: "4", number: 4 }, "cannot be combined with `number`", "text"),
]);

const json = (good: object, bad: object, says: string, at?: string, files?: Record<string, string>) =>
  pair("response_json", good, bad, says, at, {
    readAs: { kind: "response_json", fenced: false, ...good },
    ...(files ? { files } : {}),
  });

describeFields("case", [
  json({}, { fenced: "yes" }, "expected true or false", "fenced"),
  json({ schema: { type: "object" } }, { schema: { type: "objekt" } }, "must be equal to one of", "schema.type"),
  json(
    { schema: { properties: { a: { minimum: 1 } } } },
    { schema: { properties: { a: { minumum: 1 } } } },
    "is not a JSON Schema keyword",
    "schema.properties.a.minumum",
  ),
  json({ schema: { format: "date" } }, { schema: { format: "dat" } }, '"dat" is not a known format', "schema.format"),
  json({ schema: { pattern: "^a" } }, { schema: { pattern: "^(?=a)" } }, "look-ahead", "schema.pattern"),
  json(
    { schema: { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }] } },
    { schema: { items: [{ type: "string" }] } },
    "must be object,boolean",
    "schema.items",
  ),
  json(
    { schema: { $defs: { a: { type: "string" } }, $ref: "#/$defs/a" } },
    { schema: { $ref: "https://example.com/a.json" } },
    "other files and addresses are not read",
    "schema.$ref",
  ),
  json({ values: { "/a/0": null, "": {} } }, { values: { "a.b": 1 } }, "a JSON Pointer such as", 'values["a.b"]'),
  json({ values: { "/a~1b/~0": 1 } }, { values: {} }, "names no value", "values"),
  json({ schema_path: "s.json" }, { schema_path: "t.json" }, 'the schema "t.json" does not exist', "schema_path", {
    "s.json": '{ "type": "object" }',
  }),
  json({ schema_path: "s.yaml" }, { schema: {}, schema_path: "s.yaml" }, "cannot be combined", "schema_path", {
    "s.yaml": "type: object\n",
  }),
]);

const length = (good: object, bad: object, says: string, at?: string) => pair("response_length", good, bad, says, at);

describeFields("case", [
  length({ words: { min: 1, max: 1 } }, { words: { min: 2, max: 1 } }, "is less than `min`", "words.max"),
  length({ characters: { max: 280 } }, { characters: {} }, "needs `min`, `max` or both", "characters"),
  length({ lines: { min: 0 } }, { lines: 3 }, "expected a mapping, found 3", "lines"),
  length({ lines: { max: 3 }, words: { min: 1 } }, {}, "add `characters`, `words` or `lines`"),
]);

const called = (good: object, bad: object, says: string, at?: string, files?: Record<string, string>) =>
  pair("tool_called", { name: "refund", ...good }, { name: "refund", ...bad }, says, at, files ? { files } : {});

describeFields("case", [
  called({}, { name: "" }, "must not be empty", "name"),
  called({ times: 2 }, { times: -1 }, "expected at least 0", "times"),
  called({ times: { min: 1, max: 2 } }, { times: { min: 2, max: 1 } }, "is less than `min`", "times.max"),
  called({ times: { max: 0 } }, { times: "twice" }, "expected a number or a mapping", "times"),
  called({ never: true }, { never: true, times: 1 }, "cannot be combined with `never`", "times"),
  called({ never: false, times: 1 }, { never: true, after: "x" }, "cannot be combined with `never`", "after"),
  called({ after: "lookup", before: "close" }, { after: "refund" }, "is the tool itself", "after"),
  called(
    { times: 1, before: "x" },
    { times: 0, before: "x" },
    "has no effect when there must be no such call",
    "before",
  ),
  called({ arguments: { id: "A", nested: { a: [1] } } }, { arguments: {} }, "names no argument", "arguments"),
  called(
    { argument_patterns: { id: "^A", "/address/city": "P" } },
    { argument_patterns: { id: "(" } },
    "is not a pattern that can be searched for",
    "argument_patterns.id",
  ),
  called(
    { arguments_schema: { required: ["id"] } },
    { arguments_schema: { requried: ["id"] } },
    "is not a JSON Schema keyword",
    "arguments_schema.requried",
  ),
  called(
    { arguments_schema_path: "s.json" },
    { arguments_schema_path: "../s.json" },
    "does not exist",
    "arguments_schema_path",
    {
      "s.json": '{ "type": "object" }',
    },
  ),
]);

describeFields("case", [
  pair("latency_at_most", { seconds: 0.5 }, { seconds: 0 }, "expected more than 0", "seconds"),
  pair("latency_at_most", { seconds: 30 }, { usd: 1, seconds: 1 }, "is not a known field here", "usd"),
  pair("cost_at_most", { usd: 0 }, { usd: -1 }, "expected at least 0", "usd"),
  pair("cost_at_most", { usd: 0.01 }, { usd: "$1" }, "expected a number", "usd"),
  pair("tokens_at_most", { tokens: 1, of: "prompt" }, { tokens: 0.5 }, "expected a whole number", "tokens"),
  pair(
    "tokens_at_most",
    { tokens: 9, of: "completion" },
    { tokens: 9, of: "output" },
    "expected total, prompt or completion",
    "of",
  ),
  pair("turns_at_most", { turns: 1 }, { turns: 0 }, "expected at least 1", "turns"),
  pair("turns_at_most", { turns: 8 }, {}, "is missing; expected a number", "turns"),
]);

describeFields("case", [
  {
    field: "deterministic_checks[0].not",
    given: { deterministic_checks: check({ kind: "final_response_present" }) },
    good: true,
    bad: "yes",
    says: "expected true or false",
  },
  {
    field: "deterministic_checks[0].not",
    given: { deterministic_checks: check({ kind: "final_response_present" }) },
    good: false,
    bad: 1,
    says: "expected true or false",
  },
  {
    field: "expectations.hard_expectations",
    good: ["Names the capital"],
    readAs: [{ text: "Names the capital", weight: 1 }],
    bad: [42],
    says: "expected text or a mapping, found 42",
    at: "expectations.hard_expectations[0]",
  },
  {
    field: "expectations.soft_expectations",
    good: ["a", { text: "b", weight: 2 }],
    readAs: [
      { text: "a", weight: 1 },
      { text: "b", weight: 2 },
    ],
    bad: ["a", ""],
    says: "must not be empty",
    at: "expectations.soft_expectations[1]",
  },
]);

/** The errors of a case with these fields, as `field: message. suggestion`. */
async function errorsOf(fields: object, files: Record<string, string> = {}): Promise<string[]> {
  const root = temporaryFolder({
    "configs/cases/c/test.yaml": stringify({
      schema_version: 1,
      case_id: "c",
      title: "C",
      runner: { type: "llm_probe" },
      input: { messages: [{ role: "user", content: "Hi" }] },
      ...fields,
    }),
    ...files,
  });
  const { files: read, diagnostics } = await validateWorkspace(root);
  return [...diagnostics, ...read.flatMap((file) => file.diagnostics)]
    .filter(({ severity }) => severity === "error")
    .map(({ file, line, column, field, message, suggestion = "" }) =>
      `${file}:${line}:${column} ${field ?? ""}: ${message} | ${suggestion}`.trim(),
    );
}

describe("what is said besides", () => {
  const one = async (fields: object, files?: Record<string, string>) => {
    const [first, ...others] = await errorsOf(fields, files);
    expect(others).toEqual([]);
    return first;
  };

  test("a misspelt kind is named with the one that was meant", async () => {
    expect(await one({ deterministic_checks: check({ kind: "response_contain", text: "x" }) })).toContain(
      'Did you mean "response_contains"?',
    );
  });

  test("a pattern with look-around comes with what to do instead", async () => {
    expect(await one({ deterministic_checks: check({ kind: "response_matches", pattern: "a(?=b)" }) })).toMatch(
      /^configs\/cases\/c\/test\.yaml:\d+:\d+ .*\.pattern: .*at character 2 \| Write two checks, one of them with `not: true`$/,
    );
  });

  test("a misspelt keyword of a schema is named with the one that was meant", async () => {
    const schema = { type: "object", requierd: ["a"] };
    expect(await one({ deterministic_checks: check({ kind: "response_json", schema }) })).toContain(
      'Did you mean "required"?',
    );
  });

  test("a tool that is nearly one of those offered is a warning with the one that was meant, any other is not", async () => {
    const warned = async (name: string) => {
      const root = temporaryFolder({
        "configs/cases/c/test.yaml": stringify({
          schema_version: 1,
          case_id: "c",
          title: "C",
          runner: { type: "llm_probe" },
          input: { messages: [{ role: "user", content: "Hi" }], context: { llm_probe: { tools: ["read_file"] } } },
          deterministic_checks: check({ kind: "tool_called", name }),
        }),
      });
      const { files } = await validateWorkspace(root);
      return files.flatMap((file) => file.diagnostics).map(({ severity, suggestion }) => `${severity} ${suggestion}`);
    };
    expect(await warned("read_files")).toEqual(['warning Did you mean "read_file"?']);
    expect(await warned("read_file")).toEqual([]);
    expect(await warned("delete_account")).toEqual([]);
  });

  test("a dotted path is named as the pointer that was meant", async () => {
    const values = { "items[0].price": 4 };
    expect(await one({ deterministic_checks: check({ kind: "response_json", values }) })).toContain(
      'Did you mean "/items/0/price"?',
    );
  });

  test("what is wrong in a schema's own file is pointed at there", async () => {
    const fields = { deterministic_checks: check({ kind: "response_json", schema_path: "s.json" }) };
    const files = { "configs/cases/c/s.json": '{\n  "properties": {\n    "a": { "type": "strng" }\n  }\n}\n' };
    expect(await one(fields, files)).toMatch(
      /^configs\/cases\/c\/s\.json:3:20 properties\.a\.type: must be equal to one/,
    );
    expect(await one(fields, { "configs/cases/c/s.json": "[1]" })).toContain(
      "expected a JSON Schema, which is a mapping",
    );
    expect(await one(fields, { "configs/cases/c/s.json": '{"a":' })).toMatch(/^configs\/cases\/c\/s\.json:1/);
  });

  test("a schema outside the workspace is not read", async () => {
    const outside = temporaryFolder({ "s.json": "{}" });
    const fields = { deterministic_checks: check({ kind: "response_json", schema_path: `${outside}/s.json` }) };
    expect(await one(fields)).toContain("is outside the workspace");
  });

  test("an expectation with a colon that YAML reads as a mapping comes with the quotation marks it needs", async () => {
    expect(await one({ expectations: { hard_expectations: [{ "Names the capital": "Paris" }] } })).toBe(
      'configs/cases/c/test.yaml:12:7 expectations.hard_expectations[0]: expected text, found a mapping, because of the colon in it | Put the sentence in quotes: "Names the capital: Paris"',
    );
  });

  test("a number as an expectation comes with the quotation marks it needs", async () => {
    expect(await one({ expectations: { hard_expectations: [42] } })).toContain('Put it in quotes: "42"');
  });

  test("a misspelt field of an expectation is one mistake, with the field that was meant", async () => {
    expect(await one({ expectations: { hard_expectations: [{ txet: "x", weight: 2 }] } })).toContain(
      'is not a known field here; fields here: text, weight | Did you mean "text"?',
    );
  });
});
