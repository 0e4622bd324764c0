import { describe, expect, test } from "vitest";
import { displayWidth } from "./display-width.ts";
import { markTone } from "./tones.ts";
import { wrapLines } from "./wrap-lines.ts";

const PROSE =
  "Diligent is better than Erratic by 2.6, 95 % interval 2.2 to 3.2, rough (8 cases: 8 higher, 0 lower, 0 equal, p = 0.008).";

test("nothing is wrapped where nobody says how wide the terminal is", () => {
  expect(wrapLines(PROSE.repeat(20), undefined)).toBe(PROSE.repeat(20));
});

test("a line that fits stays as it is, with its double spaces", () => {
  const line = "  a   b    c";
  expect(wrapLines(line, 40)).toBe(line);
});

describe.each([20, 40, 79, 80, 120])("at %i columns", (width) => {
  const texts = [
    PROSE,
    `  ${PROSE}`,
    `- ${PROSE}`,
    "模型的回答没有引用任何证据，所以评委不能相信它。「引用」必须出现在评委看到的文字里，否则就是编造的。",
    "mixed 漢字 and words, コマンドライン and ひらがな with 한국어 문장도 함께 있습니다 and more English words after it",
    "emoji 🎉🎉🎉 and families 👨‍👩‍👧‍👦 and flags 🇨🇳 and combining e\u0301e\u0301e\u0301 ".repeat(3).trim(),
    `path outputs/evaluations/quickstart/offline-05409496/offline_judge-3c33fbf4/erratic/greeting_file/raw_outputs/judge_1.prompt.user.json`,
    "x".repeat(300),
    markTone("bad", PROSE),
  ];

  test.each(texts)("no line is wider: %s", (text) => {
    for (const line of wrapLines(text, width).split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });

  test.each(texts)("no character is lost or added: %s", (text) => {
    const letters = (words: string) => words.replace(/\s/g, "");
    expect(letters(wrapLines(text, width))).toBe(letters(text));
  });

  test("no word of prose is broken", () => {
    const words = new Set(PROSE.split(" "));
    for (const word of wrapLines(PROSE, width).split(/\s+/)) expect(words).toContain(word);
  });
});

test("a percent sign stays with its number", () => {
  for (let width = 20; width < 60; width += 1) expect(wrapLines(PROSE, width)).not.toMatch(/^\s*%/m);
});

test("what follows is indented under a line that is indented, and stands at the margin otherwise", () => {
  expect(wrapLines("one two three four five six seven", 20).split("\n")).toEqual([
    "one two three four",
    "five six seven",
  ]);
  expect(wrapLines("  one two three four five six", 20).split("\n")).toEqual(["  one two three four", "    five six"]);
  expect(wrapLines("✓ one two three four five six", 20).split("\n")).toEqual(["✓ one two three four", "  five six"]);
});

test("a path that is longer than a line breaks behind a slash", () => {
  const lines = wrapLines("outputs/evaluations/quickstart/offline-05409496", 30).split("\n");
  expect(lines).toEqual(["outputs/evaluations/", "quickstart/offline-05409496"]);
});

test("no line begins with a Chinese full stop or a closing bracket", () => {
  const text = "这是一个很长的句子，里面有「引号」。".repeat(8);
  for (let width = 20; width < 40; width += 1)
    for (const line of wrapLines(text, width).split("\n")) expect(line).not.toMatch(/^[，。」]/);
});
