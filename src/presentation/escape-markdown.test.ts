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

test("a fence is longer than any in the text", () => {
  expect(fencedMarkdown("```\ncode\n````", "json")).toBe("`````json\n```\ncode\n````\n`````");
});
