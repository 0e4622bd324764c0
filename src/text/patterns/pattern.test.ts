import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePattern } from "./pattern.ts";

/** The first match of a pattern, by our engine and by V8's. */
function both(source: string, flags: string, text: string) {
  const compiled = compilePattern(source, flags);
  if (!compiled.ok) throw new Error(`${source}: ${compiled.message}`);
  const ours = compiled.pattern.find(text);
  const match = new RegExp(source, `${flags}u`).exec(text);
  return { ours, theirs: match && { start: match.index, end: match.index + match[0].length } };
}

/** Random patterns of the syntax that both engines share. */
const pattern: fc.Arbitrary<string> = fc.letrec<{ any: string; atom: string; piece: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(
      "a",
      "b",
      "é",
      "😀",
      ".",
      "\\d",
      "\\w",
      "\\s",
      "\\S",
      "[ab]",
      "[^a]",
      "[\\s,]",
      "[^\\s]",
      "\\.",
      "\\n",
      "\\u00e9",
      "\\u{1f600}",
      "\\p{L}",
      "[a-c0-9]",
    ),
    tie("any").map((inner) => `(${inner})`),
    tie("any").map((inner) => `(?:${inner})`),
  ),
  piece: fc
    .tuple(tie("atom"), fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,3}", "*?", "+?"))
    .map((parts) => parts.join("")),
  any: fc.oneof(
    fc.array(tie("piece"), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("")),
    fc.tuple(tie("piece"), tie("piece")).map(([one, other]) => `${one}|${other}`),
    tie("piece").map((piece) => `^${piece}`),
    tie("piece").map((piece) => `${piece}$`),
  ),
})).any;
const text = fc
  .array(fc.constantFrom("a", "b", "c", "1", " ", "\u00a0", "\u2029", "\ufeff", "\n", "é", "😀", ",", "."), {
    maxLength: 14,
  })
  .map((parts) => parts.join(""));

test("finds what V8 finds, at the same place, on patterns and texts made at random", () => {
  fc.assert(
    fc.property(pattern, text, fc.constantFrom("", "i", "m", "s"), (source, given, flags) => {
      // In JavaScript `.`, `^` and `$` treat U+2028 and U+2029 as line ends; in RE2 only the line feed.
      fc.pre(!/[.^$]/.test(source) || !/[\u2028\u2029]/.test(given));
      // Repeated groups that can be empty are one of the few deliberate differences between the engines.
      fc.pre(!/[*+?}]\)[*+?{]/.test(source));
      const { ours, theirs } = both(source, flags, given);
      expect({ source, given, found: ours !== null }).toEqual({ source, given, found: theirs !== null });
      expect({ source, given, start: ours?.start }).toEqual({ source, given, start: theirs?.start });
    }),
    { numRuns: 2000, seed: 14 },
  );
});

describe("facts about patterns, from the public tests of JSON Schema", () => {
  test.each([
    ["^abc$", "abc\n", false],
    ["^\\t$", "\t", true],
    ["^\\d$", "\u07c0", false],
    ["^\\D$", "\u07c0", true],
    ["^\\w$", "é", false],
    ["^\\W$", "é", true],
    ...[" ", "\t", "\v", "\f", "\u00a0", "\ufeff", "\n", "\u2029", "\u2003"].map(
      (blank) => ["^\\s$", blank, true] as const,
    ),
    ...["\u0001", "\u2013"].map((other) => ["^\\s$", other, false] as const),
    ...[" ", "\u00a0", "\ufeff", "\u2029"].map((blank) => ["^\\S$", blank, false] as const),
    ["[a-z]cole", "l'école", false],
    ["^\\d+$", "৪২", false],
    ["^\\p{L}+$", "école", true],
    ["^🐲*$", "🐲🐲", true],
    ["^🐲*$", "🐉", false],
  ] as [string, string, boolean][])("%s on %j: %s", (source, given, matches) => {
    const compiled = compilePattern(source);
    expect(compiled.ok && compiled.pattern.find(given) !== null).toBe(matches);
  });
});

test("a class of POSIX keeps its meaning beside white space", () => {
  const compiled = compilePattern("^[[:alpha:]\\s]+$");
  expect(compiled.ok && [compiled.pattern.find("a\u00a0b"), compiled.pattern.find("a]")]).toEqual([
    { start: 0, end: 3 },
    null,
  ]);
});

test.each([
  ["a(?<=b)", 2, "look-ahead and look-behind are not supported at character 2"],
  ["(?<!b)a", 1, "look-ahead and look-behind are not supported at character 1"],
  ["\\\\1(b)\\1", 7, "back-references are not supported at character 7"],
  ["(?<n>a)\\k<n>", 8, "back-references are not supported at character 8"],
  ["a\\Z", 2, "an unknown escape at character 2"],
  ["a**", 2, 'invalid nested repetition operator "**" at character 2'],
  ["(a", 1, 'missing closing ) "(a" at character 1'],
  ["a\\", undefined, "trailing backslash at end of expression"],
])("%s is refused at its character", (source, at, message) => {
  expect(compilePattern(source)).toMatchObject({ ok: false, message, ...(at === undefined ? {} : { at }) });
});
