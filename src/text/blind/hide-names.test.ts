import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NAME_REMOVED, offsetBefore, openNameHider } from "./hide-names.ts";

const MINI = {
  models: ["openai/gpt-4o-mini", "gpt-4o-mini-2024-07-18"],
  called: ["gpt4o_mini", "GPT-4o mini"],
  providers: ["OpenAI"],
};
const SONNET = { models: ["anthropic/claude-sonnet-4.5"], called: ["sonnet"], providers: ["Amazon Bedrock"] };

const hide = (text: string, names = MINI, task = "Add 40 and 2.") => openNameHider(names, task).hide(text);

test("the answer that named itself nine times reads as nobody's", () => {
  const text =
    "As GPT-4o mini, a model by OpenAI (gpt-4o-mini, gpt4o_mini, GPT‑4o‑mini, Gpt4oMini, openai/gpt-4o-mini), I say 42.";
  expect(hide(text)).toMatchObject({
    text: "As [name removed], a model by [name removed] ([name removed], [name removed], [name removed], [name removed], [name removed]), I say 42.",
    named: true,
  });
});

describe("a subject that says who it is", () => {
  test.each([
    ["I am Claude, made by Anthropic.", "I am [name removed], made by [name removed]."],
    ["I'm Claude, an AI assistant.", "I'm [name removed], an AI assistant."],
    ["My name is **Claude**.", "My name is **[name removed]**."],
    ["As Claude, I can't say.", "As [name removed], I can't say."],
    ["I'm an AI assistant called Claude.", "I'm an AI assistant called [name removed]."],
    ["I am powered by Claude 3.", "I am powered by [name removed]."],
    ["I was trained by Anthropic.", "I was trained by [name removed]."],
    ["I'm a large language model from Anthropic.", "I'm a large language model from [name removed]."],
    ["My creator is Anthropic.", "My creator is [name removed]."],
    ['{"model": "claude", "n": 1}', '{"model": "[name removed]", "n": 1}'],
    ["Claude 4.5 Sonnet wrote this.", "[name removed] wrote this."],
    ["Sonnet 4.5 wrote this.", "[name removed] wrote this."],
    ["Claude Sonnet wrote this.", "[name removed] wrote this."],
    ["我是Claude，由Anthropic开发。", "我是[name removed]，由[name removed]开发。"],
  ])("%s", (text, hidden) => expect(hide(text, SONNET)).toMatchObject({ text: hidden, named: true }));

  test("also by the name that everybody knows its family by, or without the family", () => {
    expect(hide("ChatGPT-4o mini and 4o-mini say 42.").text).toBe("[name removed] and [name removed] say 42.");
    expect(hide("I'm ChatGPT, developed by OpenAI.").text).toBe("I'm [name removed], developed by [name removed].");
  });
});

describe("another model is not the subject", () => {
  test.each([
    ["openai/gpt-4", "GPT-4.1 is newer."],
    ["openai/gpt-4", "GPT-4o is newer."],
    ["openai/gpt-5.4", "GPT-5.45 is newer."],
    ["openai/gpt-4o-mini", "GPT-4o is larger."],
    ["anthropic/claude-sonnet-4.5", "Gemini 2.5 Pro and Qwen3 are others."],
    ["meta-llama/llama-3.3-70b-instruct", "Llama 3.1 is older."],
  ])("%s: %s", (model, text) => {
    expect(hide(text, { models: [model], called: [], providers: [] })).toEqual({ text, removed: [], named: false });
  });
});

describe("a name that the task mentions", () => {
  const task = "Which is cheaper, GPT-4o mini or Claude?";

  test("stays in every spelling, or its absence would give the model away, and is counted", () => {
    const text = "gpt-4o-mini is cheaper; openai/gpt-4o-mini costs $0.15.";
    expect(hide(text, MINI, task)).toEqual({ text, removed: [], named: true });
  });

  test("stays where the subject says it of itself", () => {
    const text = "I am Claude.";
    expect(hide(text, SONNET, task)).toEqual({ text, removed: [], named: false });
  });

  test("by a word of its own is not mentioned", () => {
    expect(hide("I am gpt-4o-mini.", MINI, "Name a mini car and a GPT disk.").text).toBe("I am [name removed].");
  });
});

test("labels that are the subject's only name are removed without any model string to help", () => {
  const called = { models: ["prod-east"], called: ["GPT-4 (quantised)", "Qwen3"], providers: [] };
  expect(hide("GPT-4 quantised, or qwen 3 at prod-east?", called).text).toBe(
    "[name removed], or [name removed] at [name removed]?",
  );
});

test("a name inside of a file name or an identifier leaves the rest readable", () => {
  expect(hide("runs/gpt-4o-mini/report_gpt4oMini_v2.md, class Gpt4oMiniClient").text).toBe(
    "runs/[name removed]/report_[name removed]_v2.md, class [name removed]Client",
  );
});

test("places in the hidden text lead back to the text that was hidden", () => {
  const piece = fc.constantFrom("gpt-4o-mini", "GPT‑4o mini", "ＧＰＴ－４ｏ　ｍｉｎｉ", "I am 42", " ", "…", "é", "\n");
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join(" | ");
      const hidden = hide(text);
      for (const [at, character] of [
        ...hidden.text.split(NAME_REMOVED).join("\0".repeat(NAME_REMOVED.length)),
      ].entries())
        if (character !== "\0") expect(text[offsetBefore(hidden.removed, at, "start")]).toBe(character);
      for (const { start, end } of hidden.removed) {
        const before = hide(text.slice(0, start)).text.length;
        expect(offsetBefore(hidden.removed, before + 1, "start")).toBe(start);
        expect(offsetBefore(hidden.removed, before + 1, "end")).toBe(end);
      }
    }),
  );
});

test("hostile texts cost no more than their length", () => {
  for (const text of ["/", "g ", "gpt-4o-mini OpenAI ", "I am a ", "model: ", "OpenAI "])
    expect(hide(text.repeat(50_000)).text.length).toBeGreaterThan(0);
});
