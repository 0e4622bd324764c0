import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeMarkdown, fencedMarkdown } from "./escape-markdown.ts";

test("labels can't become Markdown", () => {
  expect(escapeMarkdown("a|b *c* <d> @all\nx #1")).toBe("a\\|b \\*c\\* \\<d\\> @\u200ball x #\u200b1");
});

test.each([
  ["a heading", "# Passed", "\\# Passed"],
  ["a list", "- all fine", "\\- all fine"],
  ["a numbered list", "1. all fine", "1\\. all fine"],
  ["a rule", "---", "\\---"],
  ["a fence", "~~~", "\\~\\~\\~"],
  ["a link", "[click](https://example.org)", "\\[click\\](https\\://example.org)"],
  ["a bare address", "see www.example.org", "see www\\.example.org"],
  ["an entity", "&lt;b&gt;", "\\&lt;b\\&gt;"],
  ["a hidden character", "50\u202etxt", "50\\\\u202etxt"],
])("%s stays text", (_, written, escaped) => {
  expect(escapeMarkdown(written)).toBe(escaped);
});

test.each(["+0.30", "−1.25", "– ", "1.5 of 10", "#tag", "a & b", "C# and 3 - 1"])("%s needs no escape", (text) => {
  expect(escapeMarkdown(text)).toBe(text.trim());
});

test("what needs no second look gets the same as what does", () => {
  const letters = fc.constantFrom(..."abwW19 .,;:!?%-()\"'*_#@/<&+".split(""));
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 30 }), (text) => {
      // The accent exposes the text to every rule, and the letter before it rules out those for beginnings.
      const looked = escapeMarkdown(`aé a${text}`).slice("aé ".length);
      expect(escapeMarkdown(`a${text}`)).toBe(looked);
    }),
    { numRuns: 2000 },
  );
});

test("a fence is longer than any of a hundred thousands in the text", () => {
  expect(fencedMarkdown("``` ".repeat(200_000), "text").slice(0, 9)).toBe("````text\n");
});

test("a fence is longer than any in the text", () => {
  expect(fencedMarkdown("```\ncode\n````", "json")).toBe("`````json\n```\ncode\n````\n`````");
});
