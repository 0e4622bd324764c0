import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../../test/support/project-root.ts";
import { parseAnyText } from "./parse.ts";
import { UNSURE } from "./plain-scalar.ts";
import { readPlainYaml } from "./plain-yaml.ts";

const SAMPLE = `# A case.
schema_version: 1
title: Case 1. Think about it (twice), http://a/b
runner: { type: llm_probe, seed: 7, "top": [1.5, true, "x, y"] }
input:
  messages:
    - role: user
      content: |
        Two
          lines

        and a third
    - role: user
      content: 'It''s'
  attachments: []
tags:
- smoke
- 3 apples
- ../notes/a.md
- |-
  text
rubric:
  "10": "All of it\\n"
  empty:
  negative: -5
`;

function byRealParser(text: string): unknown {
  const parsed = parseAnyText(text, "/w/test.yaml", "test.yaml", "yaml");
  return parsed.ok ? parsed.source.value : { refused: parsed.diagnostics.map(({ message }) => message) };
}

test("the YAML that people mostly write is read as the real parser reads it", () => {
  const cases = join(projectRoot, "examples/quickstart/configs/cases");
  const files = readdirSync(cases, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("test.yaml"));
  const texts = [SAMPLE, ...files.map((path) => readFileSync(join(cases, path), "utf8"))];
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.map(readPlainYaml)).toEqual(texts.map(byRealParser));
});

describe("the real parser decides about", () => {
  test.each(
    Object.entries({
      "an anchor": "a: &x 1\nb: *x\n",
      "a tag": "a: !!str 1\n",
      "a merge": "a:\n  <<: { b: 1 }\n",
      "folded text": "a: >\n  one\n  two\n",
      "text over two lines": "a: one\n  two\n",
      "a list over two lines": "a: [1,\n  2]\n",
      "a key twice": "a: 1\na: 2\n",
      "a key twice in braces": "a: { b: 1, b: 2 }\n",
      "a tab": "a:\n\tb: 1\n",
      "carriage returns": "a: 1\r\nb: 2\r\n",
      "a second document": "a: 1\n---\nb: 2\n",
      "a comment behind a value": "a: b # c\n",
      "a mapping in a value": "a: b: c\n",
      "an unclosed quote": 'a: "b\n',
      "an escape that JSON does not know": 'a: "\\x41"\n',
      "another way to write true": "a: True\n",
      "minus zero": "a: -0\n",
      "a number with more digits than are kept": "a: 12345678901234567890\n",
      "an octal number": "a: 0o17\n",
      "a date": "a: 2024-01-05\n",
      "null as a key": "null: 1\n",
      "the name of every object's prototype": "__proto__: { a: 1 }\n",
      "a text without an end of its last line": "a: 1",
      nothing: "\n",
    }),
  )("%s", (_, text) => expect(readPlainYaml(text)).toBe(UNSURE));
});

/** Pieces of YAML that change the meaning of what is around them. */
const PIECES = fc.constantFrom(
  ...["\n", " ", "  ", "- ", "-", ": ", ":", " #", "# c\n", "|", "|-", "|+", ">", '"', "'", "[", "]", "{", "}", ", "],
  ...["k: ", "k:\n", "  - x\n", "- x\n", "? ", "&a ", "*a", "!!str ", "---\n", "...\n", "<<: ", '"k": ', "%", "@", "`"],
  ...["0", "-0", "1e3", "0x1", ".5", "012", "~", "null", "True", "2024-01-01", "\\", "\\n", "é", "\u2028", "\u3000"],
);

const edited = fc
  .array(fc.tuple(fc.nat(SAMPLE.length), fc.nat(4), PIECES), { minLength: 1, maxLength: 4 })
  .map((edits) => edits.reduce((text, [at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut), SAMPLE));
const shifted = fc
  .array(fc.tuple(fc.nat(26), fc.constantFrom("drop", "double", "in", "out")), { minLength: 1, maxLength: 3 })
  .map((edits) => {
    const lines = SAMPLE.split("\n");
    for (const [at, edit] of edits) {
      const line = lines[at] ?? "";
      const instead = { drop: [], double: [line, line], in: [` ${line}`], out: [line.replace(/^ /, "")] }[edit]!;
      lines.splice(at, 1, ...instead);
    }
    return lines.join("\n");
  });
const assembled = fc.array(PIECES, { maxLength: 12 }).map((pieces) => `${pieces.join("")}\n`);

test("whatever is done to a file, it is read as the real parser reads it or not at all", () => {
  let sure = 0;
  fc.assert(
    fc.property(fc.oneof(edited, shifted, assembled), (text) => {
      const value = readPlainYaml(text);
      if (value === UNSURE) return;
      sure += 1;
      expect(value).toStrictEqual(byRealParser(text));
    }),
    { numRuns: 4000 },
  );
  expect(sure).toBeGreaterThan(200);
});
