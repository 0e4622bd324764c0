import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { compileJsonSchema } from "./json-schema.ts";

function isValid(schema: Record<string, unknown>, json: string): boolean | "undecided" {
  const compiled = compileJsonSchema(schema);
  if (!compiled.ok) throw new Error(compiled.problem.message);
  const problem = compiled.schema.problemOf(JSON.parse(json));
  return problem === "undecided" ? problem : problem === null;
}

/** Corner cases that we changed or that JavaScript complicates, as the JSON Schema specification decides them. */
test.each<[object, string, boolean]>([
  [{ required: ["__proto__", "toString", "constructor"] }, "{}", false],
  [{ required: ["__proto__", "toString", "constructor"] }, '{"__proto__":1}', false],
  [{ required: ["__proto__", "toString", "constructor"] }, '{"toString":{"length":37}}', false],
  [{ required: ["__proto__", "toString", "constructor"] }, '{"__proto__":12,"toString":{},"constructor":37}', true],
  [{ required: ["__proto__"] }, "[]", true],
  [{ required: ['a"b', "a\nb"] }, '{"a\\"b":1}', false],
  [{ properties: { __proto: {}, toString: { type: "string" } } }, "{}", true],
  [{ properties: { toString: { type: "string" } } }, '{"toString":1}', false],
  [{ additionalProperties: false }, '{"__proto__":1}', false],
  [{ minProperties: 1 }, "{}", false],
  [{ uniqueItems: true }, "[1,2]", true],
  [{ uniqueItems: true }, "[1,1]", false],
  [{ uniqueItems: true }, "[1.0,1.00,1]", false],
  [{ uniqueItems: true }, "[0,false]", true],
  [{ uniqueItems: true }, "[1,true]", true],
  [{ uniqueItems: true }, '["a","a"]', false],
  [{ uniqueItems: true }, '[{"a":1,"b":2},{"b":2,"a":1}]', false],
  [{ uniqueItems: true }, '[{"a":false},{"a":0}]', true],
  [{ uniqueItems: true }, "[[1],[1]]", false],
  [{ uniqueItems: true }, '[{},[1],true,null,1,"{}"]', true],
  [{ uniqueItems: true }, "[-0,0]", false],
  [{ uniqueItems: false }, "[1,1]", true],
  [{ const: { a: false } }, '{"a":0}', false],
  [{ const: 0 }, "-0", true],
  [{ enum: [[false]] }, "[[0]]", false],
  [{ type: "integer" }, "1.0", true],
  [{ type: "number" }, "1e999", false],
  [{ minLength: 2 }, '"💩"', false],
  [{ maxLength: 2 }, '"💩💩"', true],
  [{ multipleOf: 0.0001 }, "0.0075", true],
  [{ pattern: "a+" }, '"xxaayy"', true],
  [{ patternProperties: { "^.*$": { type: "string" } } }, '{"a":"b"}', true],
  [{ format: "date" }, '"2023-02-29"', false],
  [{ format: "date" }, '"2024-02-29"', true],
  [{ format: "email" }, '"joe.bloggs@example.com"', true],
  [{ format: "ipv4" }, '"256.256.256.256"', false],
  [{ format: "uuid" }, '"2eb8aa08-aa98-11ea-b4aa-73b441d16380"', true],
  [{ prefixItems: [{ type: "integer" }], items: false }, "[1,2]", false],
  [
    { $defs: { n: { properties: { next: { $ref: "#/$defs/n" } }, additionalProperties: false } }, $ref: "#/$defs/n" },
    '{"next":{"next":{"x":1}}}',
    false,
  ],
])("%j holds for %s: %s", (schema, json, valid) => {
  expect(isValid(schema as Record<string, unknown>, json)).toBe(valid);
});

test("agrees with another implementation on schemas and values made at random", () => {
  const names = fc.constantFrom("a", "b", "c");
  const leaf = fc.constantFrom<object>(
    { type: "string" },
    { type: "number" },
    { type: "integer" },
    { type: "boolean" },
    { type: "null" },
    { type: "string", minLength: 2 },
    { type: "number", minimum: 1, exclusiveMaximum: 3 },
    { enum: [1, "a", null] },
    { const: "b" },
    { type: "string", pattern: "^a+$" },
  );
  const schema = fc.oneof(
    leaf,
    fc.record({ type: fc.constant("array"), items: leaf, maxItems: fc.constantFrom(1, 3) }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(names, leaf, { maxKeys: 3, noNullPrototype: true }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: fc.boolean(),
    }),
    fc.array(leaf, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  );
  const scalar = fc.constantFrom<unknown>(0, 1, 2, 2.5, 3, -0, "", "a", "aa", "b", "ab", true, false, null);
  const value = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 4 }),
    fc.dictionary(names, scalar, { maxKeys: 3, noNullPrototype: true }),
  );
  let compared = 0;
  fc.assert(
    fc.property(schema, value, (given, data) => {
      // Zod, like JSON Schema, requires a property that is listed but not described, but reads the keyword incompletely.
      const { required = [], properties = {} } = given as { required?: string[]; properties?: object };
      fc.pre(required.every((name) => Object.hasOwn(properties, name)));
      compared += 1;
      const theirs = z.fromJSONSchema(given as z.core.JSONSchema.JSONSchema).safeParse(data).success;
      expect({ given, data, valid: isValid(given as Record<string, unknown>, JSON.stringify(data)) }).toEqual({
        given,
        data,
        valid: theirs,
      });
    }),
    { numRuns: 1000, seed: 14 },
  );
  expect(compared).toBeGreaterThan(500);
});

test("a schema that calls itself twice is given up on an answer that is made for it", () => {
  const schema = {
    $defs: {
      n: {
        oneOf: [
          { properties: { a: { $ref: "#/$defs/n" } } },
          { properties: { a: { $ref: "#/$defs/n" } }, maxProperties: 9 },
        ],
      },
    },
    $ref: "#/$defs/n",
  };
  expect(isValid(schema, `${'{"a":'.repeat(300)}1${"}".repeat(300)}`)).toBe("undecided");
});

test("every pattern of a schema is its own", () => {
  const schema = { properties: { a: { pattern: "^a$" }, b: { pattern: "^b$" } } };
  expect([isValid(schema, '{"a":"a","b":"b"}'), isValid(schema, '{"a":"a","b":"a"}')]).toEqual([true, false]);
});

test("two schemas with the same $id do not know of each other", () => {
  expect(isValid({ $id: "https://example.com/x", type: "string" }, "1")).toBe(false);
  expect(isValid({ $id: "https://example.com/x", type: "number" }, "1")).toBe(true);
});

test.each<[object, object]>([
  [{ $async: true }, { path: ["$async"] }],
  [{ $schema: "http://json-schema.org/draft-04/schema#" }, { path: ["$schema"] }],
  [{ properties: { a: { allOf: [{ typ: 1 }] } } }, { path: ["properties", "a", "allOf", 0, "typ"], keyword: "typ" }],
  [{ required: "a" }, { path: ["required"] }],
  [{ patternProperties: { "(?=a)": {} } }, { path: ["patternProperties", "(?=a)"] }],
  [{ items: { $ref: "other.json" } }, { path: ["items", "$ref"] }],
  [{ items: { format: "colour" } }, { path: ["items", "format"] }],
])("%j is refused at its place", (schema, problem) => {
  expect(compileJsonSchema(schema as Record<string, unknown>)).toMatchObject({ ok: false, problem });
});
