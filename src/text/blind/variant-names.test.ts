import { describe, expect, test } from "vitest";
import { openNameHider } from "./hide-names.ts";

const names = { models: ["acme/alpha-1"], called: ["alpha"], providers: [] };
const hide = (variants: string[], text: string, task = "What is 2 + 2?") =>
  openNameHider({ ...names, variants }, task).hide(text);

describe("a variant that is called by an ordinary word", () => {
  test.each([
    "Variant: short",
    "variant=short",
    'prompt_variant: "short"',
    "prompt variant is short",
    "my variant id is `short`",
    "the short variant",
    "the **short** variant",
    "under the Short condition",
    "treatment arm short",
    "system prompt: short",
    "prompt name: short",
    "prompt #short",
    '{"variant_id":"short"}',
    "ＶＡＲＩＡＮＴ： ｓｈｏｒｔ",
    "VARIANT\n short",
    "I am Short.",
  ])("goes where the text speaks of a variant: %s", (text) => {
    const { text: shown, named } = hide(["short"], text);
    expect(shown.normalize("NFKC")).not.toMatch(/short/i);
    expect(named).toBe(true);
  });

  test.each([
    "In short, it is 4.",
    "The prompt is short.",
    "A short answer: 4.",
    "The variants are shorter.",
    "The invariant holds; shortly after, it is 4.",
    "a shortlist variant",
    "He was short; the other arm was long.",
    "Use this prompt, short of anything better.",
  ])("stays in prose: %s", (text) => {
    expect(hide(["short"], text)).toMatchObject({ text, named: false });
  });
});

test.each([
  ["an id of several parts, in every spelling", ["formal_v2"], "formal_v2, Formal-V2, FormalV2, formal v2, formal.v2"],
  ["a label in title case, as it is written", ["f", "Formal Tone"], "I answer in the Formal Tone. Formal\nTone."],
  ["an id of words, where it is written as one", ["formal_tone"], "formal_tone, formalTone, formal/tone"],
  ["a label with signs of patterns in it", ["a", "Tone (v.2) [x]*"], "variant: Tone (v.2) [x]*"],
  ["a Chinese label", ["zh", "正式语气"], "variant: 正式语气"],
])("%s goes", (_, variants, text) => {
  expect(hide(variants, text).text).not.toMatch(/formal|tone|正式/i);
});

test("a label of plain words stays in prose", () => {
  const text = "I answered with sources, and in a formal tone.";
  expect(hide(["ws", "with sources"], text).text).toBe(text);
  expect(hide(["ft", "Formal tone"], text).text).toBe(text);
});

test("what the task itself says stays, or its absence would point at the one variant", () => {
  const task = "Which is better, variant short or variant long?";
  expect(hide(["short"], "Clearly variant short.", task).text).toBe("Clearly variant short.");
  expect(hide(["short"], "Clearly variant: short.", task).text).toBe("Clearly variant: [name removed].");
});

test("without a variant the same words are found as before", () => {
  const text = "variant: short, the short variant";
  expect(openNameHider(names, "").hide(text)).toEqual({ text, removed: [], named: false });
});

test("a text made to be slow is read in time", () => {
  const filler = ["variant ", "prompt_", '"', "short ", "variant: ", "Short And "].map((part) => part.repeat(20_000));
  const shown = hide(["short", "Short And Long"], `${filler.join("")} variant: short`).text;
  expect(shown.slice(-40)).toContain("variant: [name removed]");
});
