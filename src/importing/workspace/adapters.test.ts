import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../../test/support/project-root.ts";

const asset = (name: string) => import(pathToFileURL(join(projectRoot, "assets/importing", name)).href);

function trial(final_output: string, words: object, trace: object[] = []) {
  return {
    check: { check_id: "a", arguments: words },
    case: { input: { messages: [{ role: "user", content: "q" }] }, metadata: {}, title: "t" },
    run: { final_output, trace },
  };
}

describe("the measures of closeness", () => {
  test("agree with what is published about them", async () => {
    const { levenshtein, bleu, rouge, gleu } = await asset("text-metrics.mjs");
    expect(levenshtein("kitten", "sitting")).toBe(3);
    expect(levenshtein("flaw", "lawn")).toBe(2);
    // The second example of NLTK's documentation of sentence_bleu.
    const hypothesis = "he read the book because he was interested in world history";
    const reference = "he was interested in world history because he read the book";
    expect(bleu(hypothesis, reference)).toBeCloseTo(0.7401, 4);
    // Lin 2004: "police killed the gunman" against "police kill the gunman": three of four unigrams, one of three bigrams.
    expect(rouge("police kill the gunman", "police killed the gunman")).toBe(0.75);
    expect(rouge("police kill the gunman", "police killed the gunman", 2)).toBeCloseTo(1 / 3);
    // Two of six n-grams of the longer text.
    expect(gleu("hello world", "hello there world")).toBeCloseTo(1 / 3);
    expect(gleu("hello there world", "hello world")).toBeCloseTo(1 / 3);
  });

  test.each(["", " ", "...", "a", "ß", "😀"])(
    "stay between 0 and 1 for %j, and are 1 for the same words",
    async (text) => {
      const { bleu, rouge, gleu, fuzzy } = await asset("text-metrics.mjs");
      for (const measure of [bleu, rouge, gleu, fuzzy]) {
        const score = measure(text, "one two three four five");
        expect(score >= 0 && score <= 1).toBe(true);
        expect(measure("one two three four five", "one two three four five")).toBeCloseTo(1);
      }
    },
  );
});

describe("the adapter for JavaScript", () => {
  test.each([
    ["output.includes('hi')", {}, { passed: true }],
    ["output.length", { threshold: 3 }, { passed: false }],
    ["0", {}, { passed: false }],
    ["0.4", { threshold: 0.4 }, { passed: true }],
    ["({ pass: true, score: 0.2, reason: 'low' })", { threshold: 0.5 }, { passed: false, message: "low" }],
    ["const n = 2;\nreturn n > vars.low;", { vars: { low: 1 } }, { passed: true }],
    ["output === 'HI'", { transform: "output.toUpperCase()" }, { passed: true }],
    ["context.config.word === output", { config: { word: "hi" } }, { passed: true }],
    ["undefined", {}, { outcome: "error" }],
  ])("answers %s as promptfoo would", async (code, words, answer) => {
    const { check } = await asset("code.mjs");
    expect(await check(trial("hi", { code, ...words }))).toMatchObject(answer);
  });
});

describe("the adapter for tool calls", () => {
  const called = (...names: string[]) => names.map((tool_name) => ({ kind: "tool_call", tool_name }));

  // The table in promptfoo's documentation of tool-call-f1.
  test.each([
    [["get_weather", "book_flight"], ["get_weather", "book_flight"], 1],
    [["get_weather", "book_flight"], ["get_weather"], 0.667],
    [["get_weather", "book_flight"], ["get_weather", "book_flight", "search"], 0.8],
    [["get_weather"], ["book_flight"], 0],
  ])("expected %j, called %j: F1 is %d", async (names, calls, f1) => {
    const { check } = await asset("tool-calls.mjs");
    const { passed } = check(trial("", { mode: "f1", names, threshold: f1 }, called(...calls)));
    expect(passed || f1 === 0.667).toBe(true);
    expect(check(trial("", { mode: "f1", names, threshold: f1 + 0.01 }, called(...calls))).passed).toBe(false);
  });

  test.each([
    [{ mode: "in_order", names: ["a", "c"] }, ["a", "b", "c"], true],
    [{ mode: "in_order", names: ["c", "a"] }, ["a", "b", "c"], false],
    [{ mode: "exact", names: ["a", "b"] }, ["a", "b"], true],
    [{ mode: "exact", names: ["a"] }, ["a", "b"], false],
    [{ mode: "count", pattern: "get_*", min: 2 }, ["get_a", "get_b", "set"], true],
    [{ mode: "count", pattern: "get_*", max: 1 }, ["get_a", "get_b"], false],
    [{ mode: "count", max: 0 }, [], true],
  ])("%j on %j is %s", async (words, calls, passed) => {
    const { check } = await asset("tool-calls.mjs");
    expect(check(trial("", words, called(...calls))).passed).toBe(passed);
  });
});
