import { expect, test } from "vitest";
import { judgeRubricSample } from "./rubric-judge.ts";

const bands = [0, 1, 2].map((score) => ({ score, criteria: `band ${score}` }));
const sample = (model_output: string, definition = "Whether it answers the question") =>
  JSON.stringify({
    meta: { run_id: "id-1" },
    question: "May the kettle be returned after ten days?",
    model_output,
    rubric: { dimensions: [{ id: "d", name: "D", scale: "0-2", definition, bands }] },
  });
const even = { bias: 0, breaksContract: false } as const;
const answer = (text: string, temperament: { bias: -1 | 0 | 1; breaksContract: boolean } = even) =>
  JSON.parse(judgeRubricSample(text, temperament));

test("it copies meta and quotes the output word by word", () => {
  const output = "The kettle may be returned. It costs nothing.";
  const { meta, scores } = answer(sample(output));
  expect(meta).toEqual({ run_id: "id-1" });
  for (const quote of scores.d.evidence) expect(output).toContain(quote);
});

test("an answer that takes up the question scores above one that does not", () => {
  expect(answer(sample("The kettle can be returned after ten days.")).scores.d.score).toBeGreaterThan(
    answer(sample("Nice weather.")).scores.d.score,
  );
});

test("a lenient judge is above an even one, and a strict one below, within the bands", () => {
  const text = sample("A kettle, yes.");
  const scores = ([-1, 0, 1] as const).map((bias) => answer(text, { bias, breaksContract: false }).scores.d.score);
  expect(scores).toEqual([0, 1, 2]);
});

test("for an empty output it says that it found no evidence", () => {
  const { scores } = answer(sample("  \n"));
  expect(scores.d).toEqual({
    score: 0,
    evidence: [],
    rationale: expect.stringContaining("No relevant evidence found"),
  });
});

test("a careless answer differs from a careful one", () => {
  const text = sample("The kettle can be returned.");
  expect(judgeRubricSample(text, { bias: 0, breaksContract: true })).not.toBe(judgeRubricSample(text, even));
});
