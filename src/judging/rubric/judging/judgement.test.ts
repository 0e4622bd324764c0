import { expect, test } from "vitest";
import { isSameModel } from "./judgement.ts";
import { judgingOrder } from "./judging-order.ts";
import { promptLanguage } from "./language.ts";

test.each([
  ["openai/gpt-5", "openai/gpt-5", true],
  ["openai/gpt-5", "GPT-5", true],
  ["gpt-5", "openai/gpt-5", true],
  ["openai/gpt-5", "azure/gpt-5", false],
  ["openai/gpt-5", "openai/gpt-5-mini", false],
  ["openai/gpt-5", "", false],
  ["offline/judge", null, false],
])("the judge %s and the subject %s: the same model? %s", (judge, subject, same) => {
  expect(isSameModel(judge, subject)).toBe(same);
});

test("the order of judging is a shuffle that the seed decides", () => {
  const order = judgingOrder(1000, 1);
  expect([...order].sort((first, second) => first - second)).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  expect(order).toEqual(judgingOrder(1000, 1));
  expect(order).not.toEqual(judgingOrder(1000, 2));
  expect(order.filter((sample, position) => sample === position).length).toBeLessThan(10);
});

test("every order of three samples comes up about as often as any other", () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 6000; seed++) {
    const key = judgingOrder(3, seed).join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

const dimension = (definition: string) => ({
  id: "d",
  name: "D",
  scale: "0-1",
  definition,
  bands: [
    { score: 0, criteria: "no" },
    { score: 1, criteria: "yes" },
  ],
});

test("the prompt is Chinese for Chinese rubrics, unless the rubric or the user says otherwise", () => {
  const chinese = { dimensions: [dimension("是否清楚")] };
  const english = { dimensions: [dimension("clear")] };
  expect(promptLanguage("auto", chinese)).toBe("zh");
  expect(promptLanguage("auto", english)).toBe("en");
  expect(promptLanguage("auto", { ...chinese, language: "en" })).toBe("en");
  expect(promptLanguage("zh", english)).toBe("zh");
});
