import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAnyText, parseText } from "./parse.ts";
import { readPlainJson } from "./plain-json.ts";
import { UNSURE } from "./plain-scalar.ts";

const mapping = fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 4 }));

describe("JSON in a YAML file", () => {
  test("means what the YAML parser reads, however it is indented", () => {
    let sure = 0;
    fc.assert(
      fc.property(mapping, fc.constantFrom(0, 1, 2, 4), (value, indent) => {
        const text = `${JSON.stringify(value, null, indent)}\n`;
        const fast = readPlainJson(text);
        if (fast === UNSURE) return;
        sure += 1;
        const slow = parseAnyText(text, "/x/test.yaml", "test.yaml", "yaml");
        expect(slow).toMatchObject({ ok: true });
        expect(fast).toStrictEqual(slow.source?.value);
      }),
      { numRuns: 1000 },
    );
    expect(sure).toBeGreaterThan(100);
  });

  test.each([
    '{"a": "😀 \\ud83d\\ude00 \\u00e9 \\/ \\b\\f\\n\\r\\t"}',
    '{"a": [1, -0, 1.50, 1e5, 1E-3, 0.1]}',
    '{"10": "b", "2": "a", "x": {}, "y": [], "z": null}',
    '{"a":"b: c","d":"\\"e\\": 1"}',
  ])("%s", (text) => {
    const slow = parseAnyText(text, "/x/test.yaml", "test.yaml", "yaml");
    expect(slow).toMatchObject({ ok: true });
    expect(readPlainJson(text)).toStrictEqual(slow.source?.value);
  });

  test.each([
    ['{"a": 1, "a": 2}', "the key a twice"],
    ['{"a": 1, "\\u0061": 2}', "the key a twice, once escaped"],
    ['{"x": {"b": 1, "b": 2}}', "a key twice below"],
    ['{"<<": {"a": 1}}', "a merge"],
    ['{"__proto__": {"a": 1}}', "a prototype"],
    ['{\t"a": 1}', "a tab"],
    [`{"${"k".repeat(2000)}": 1}`, "a very long key"],
    [`{"a": ${"[".repeat(60)}${"]".repeat(60)}}`, "deep nesting"],
    ['{"a": 12345678901234567890}', "lost digits"],
    ['{"a": 1e999}', "a number without end"],
    ['{"a": 1,}', "a comma too many"],
    ["{a: 1}", "a key without quotes"],
    ['[{"a": 1}]', "a list"],
  ])("leaves %s to the YAML parser: %s", (text) => {
    expect(readPlainJson(text)).toBe(UNSURE);
  });

  test("a key twice is still reported with its place", () => {
    const parsed = parseText('{\n  "a": 1,\n  "a": 2\n}\n', "/x/test.yaml", "test.yaml");
    expect(parsed).toMatchObject({ ok: false, diagnostics: [{ line: 3, column: 3 }] });
  });
});
