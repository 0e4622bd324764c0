import fc from "fast-check";
import { expect, test } from "vitest";
import { blindMeta, revealMeta } from "./blind.ts";
import type { Sample } from "./sample.ts";

const meta = { run_id: "r1", model: "m", prompt_variant: "B", eval_set_variant: "core", question_id: 7 };
const sample: Sample = { meta, question: "Why?", model_output: "Because." };

test("the same sample gives the same bytes, whatever the order of its labels", () => {
  const reordered = { ...sample, meta: Object.fromEntries(Object.entries(meta).reverse()) as typeof meta };
  expect(JSON.stringify(blindMeta(sample, 1).meta)).toBe(JSON.stringify(blindMeta(reordered, 1).meta));
});

test.each([
  ["the seed", blindMeta(sample, 2)],
  ["the output", blindMeta({ ...sample, model_output: "Because!" }, 1)],
  ["another label", blindMeta({ ...sample, meta: { ...meta, run_id: "r2" } }, 1)],
])("a change of %s changes every token", (_, other) => {
  const before = Object.values(blindMeta(sample, 1).meta);
  for (const token of Object.values(other.meta)) expect(before).not.toContain(token);
});

test("labels with the same value have different tokens: that they are equal would tell something too", () => {
  const { meta: sent } = blindMeta({ ...sample, meta: { ...meta, model: "B" } }, 1);
  expect(new Set(Object.values(sent)).size).toBe(5);
});

test("labels of one's own stay at home, and the five always come in the same order", () => {
  const { question_id, ...others } = meta;
  const own = { is_baseline: true, question_id, ...others };
  const fields = ["run_id", "model", "prompt_variant", "eval_set_variant", "question_id"];
  expect(Object.keys(blindMeta({ ...sample, meta: own }, 1).meta)).toEqual(fields);
  expect(Object.keys(revealMeta({ ...sample, meta: own }).meta)).toContain("is_baseline");
});

test("no label shines through, and all come back", () => {
  const label = fc.string({ minLength: 3 });
  fc.assert(
    fc.property(fc.record({ run_id: label, model: label, prompt_variant: label }), (labels) => {
      const { meta: sent, restore } = blindMeta({ ...sample, meta: { ...meta, ...labels } }, 1);
      for (const token of Object.values(sent)) expect(token).toMatch(/^id-[0-9a-f]{16}$/);
      expect(restore(`${sent.model} and ${sent.prompt_variant}`)).toBe(`${labels.model} and ${labels.prompt_variant}`);
    }),
  );
});

test("tokens of other samples are left as they are", () => {
  const other = blindMeta({ ...sample, model_output: "x" }, 1).meta.model as string;
  expect(blindMeta(sample, 1).restore(other)).toBe(other);
});

test("revealed labels are the labels", () => {
  expect(revealMeta(sample).meta).toEqual(meta);
});
