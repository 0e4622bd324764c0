import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Annotations, alternativeAnnotatorTest, benjaminiYekutieli } from "../index.ts";

const published = JSON.parse(
  readFileSync(new URL("../../../test/fixtures/alternative-annotator/mt-bench.json", import.meta.url), "utf8"),
) as { items: string[]; annotators: Record<string, string>; judges: Record<string, string> };

/** One letter per item; a dot for a missing one. */
function annotations(letters: string): Annotations {
  return new Map(published.items.flatMap((item, index) => (letters[index] === "." ? [] : [[item, letters[index]!]])));
}

const annotators = new Map(Object.entries(published.annotators).map(([name, letters]) => [name, annotations(letters)]));
const judge = (name: string) => annotations(published.judges[name]!);

function found(result: ReturnType<typeof alternativeAnnotatorTest>) {
  if (result.kind === "undefined") throw new Error(result.reason);
  return result;
}

describe("MT-Bench, as published with the paper", () => {
  // Winning rate ω and average advantage probability ρ of the authors' own run with ε = 0.2, as printed in alt_test_example.ipynb of github.com/nitaytech/AltTest: alignment by
  // accuracy, Benjamini–Yekutieli at 0.05, at least two annotators an item and 30 items an annotator. Of its six judges these four are in our copy of the data. The other sets of the
  // paper's table (WAX, Framing, CEBaB, SummEval, 10K Prompts, Lesion) are too large to keep here; their two scoring functions are the ones below, `equal` and `near`.
  test.each([
    ["gemini_flash", 0, "0.72"],
    ["gemini_pro", 0, "0.76"],
    ["gpt-4o", 0, "0.77"],
    ["llama-31", 0, "0.69"],
  ])("%s: ω = %d and ρ = %s", (name, winningRate, advantage) => {
    const result = found(alternativeAnnotatorTest(judge(name), annotators, { epsilon: 0.2 }));
    expect(result.winning_rate).toBe(winningRate);
    expect(result.advantage.toFixed(2)).toBe(advantage);
    expect(result.may_replace).toBe(false);
  });

  // p of SciPy's one-sided t-test and its Benjamini–Yekutieli procedure.
  test.each([
    [0.2, [0.019182440932, 0.026002982435, 0.314542003207], [false, false, false]],
    [0.3, [0.0004953830731996, 0.00022019295752012, 0.018195420555773], [true, true, true]],
  ])("gpt-4o with ε = %d has the p-values of SciPy", (epsilon, pValues, beaten) => {
    const result = found(alternativeAnnotatorTest(judge("gpt-4o"), annotators, { epsilon }));
    result.annotators.forEach((row, index) => {
      expect(row.p_value).toBeCloseTo(pValues[index]!, 11);
      expect(row.beaten).toBe(beaten[index]);
    });
    expect(result.annotators.map(({ items }) => items)).toEqual([74, 84, 88]);
    expect(result.may_replace).toBe(beaten[0]);
  });

  test("as numbers, being near counts: −1, 0 and 1 in place of first, tie and second", () => {
    const place = { a: -1, t: 0, b: 1 } as Record<string, number>;
    const asNumbers = (said: Annotations) => new Map([...said].map(([item, answer]) => [item, place[answer]!]));
    const result = found(
      alternativeAnnotatorTest(
        asNumbers(judge("gpt-4o")),
        new Map([...annotators].map(([name, said]) => [name, asNumbers(said)])),
        { epsilon: 0.4, closeness: "near" },
      ),
    );
    expect(result.annotators.map(({ p_value }) => p_value)).toEqual([
      expect.closeTo(4.0611132998797e-5, 12),
      expect.closeTo(3.56815376216e-6, 12),
      expect.closeTo(0.00422661621913582, 12),
    ]);
    expect(result.advantage).toBeCloseTo(0.7369252369, 9);
  });
});

describe("it can't be answered", () => {
  const first = annotators.get("author_0")!;
  test.each<[string, Map<string, Annotations>, RegExp]>([
    ["with two annotators", new Map([...annotators].slice(0, 2)), /3 annotators with 30 items each .* only two have/],
    ["with one annotator", new Map([...annotators].slice(0, 1)), /none has/],
    ["without annotators", new Map(), /none has/],
    [
      "with a third who labelled 29 items",
      new Map([...[...annotators].slice(0, 2), ["hasty", new Map([...annotators.get("expert_24")!].slice(0, 29))]]),
      /only two have/,
    ],
  ])("%s", (_, people, reason) => {
    const result = alternativeAnnotatorTest(first, people);
    expect(result.kind).toBe("undefined");
    expect((result as { reason: string }).reason).toMatch(reason);
  });

  test("for a judge that scored other items", () => {
    expect(alternativeAnnotatorTest(new Map([["elsewhere", "a"]]), annotators).kind).toBe("undefined");
  });
});

test("a judge that says what everyone says beats everyone, without a spread to test by", () => {
  const all = new Map(published.items.map((item) => [item, "a"]));
  const people = new Map(["one", "two", "three"].map((name) => [name, all]));
  const result = found(alternativeAnnotatorTest(all, people, { epsilon: 0.1 }));
  expect(result).toMatchObject({ winning_rate: 1, advantage: 1, may_replace: true });
});

test("a judge that never agrees loses to everyone", () => {
  const said = (letter: string) => new Map(published.items.map((item) => [item, letter]));
  const people = new Map(["one", "two", "three"].map((name) => [name, said("a")]));
  const result = found(alternativeAnnotatorTest(said("b"), people));
  expect(result).toMatchObject({ winning_rate: 0, advantage: 0, may_replace: false });
});

describe("Benjamini and Yekutieli's procedure", () => {
  test("is a step-up: a small p rescues the larger ones before it", () => {
    // Limits for three: i · 0.05 / (3 · 11/6) = 0.00909, 0.01818, 0.02727.
    expect(benjaminiYekutieli([0.02, 0.027, 0.01], 0.05)).toEqual([true, true, true]);
    expect(benjaminiYekutieli([0.02, 0.028, 0.01], 0.05)).toEqual([false, false, false]);
    expect(benjaminiYekutieli([0.02, 0.9, 0.009], 0.05)).toEqual([false, false, true]);
  });

  test("no p-value, no rejection", () => {
    expect(benjaminiYekutieli([], 0.05)).toEqual([]);
  });
});
