import { expect, test } from "vitest";
import { campaignResult } from "../../../test/support/campaign-result.ts";
import type { TrialToJudge } from "./evaluate-trial.ts";
import { openResultHolder } from "./hold-results.ts";

test("a held result is the same, and shares its parts with others", () => {
  const { trials } = campaignResult([{ model_id: "m", cases: { c: [[[7, 8]], [[7, 8]], [[3]]] } }]);
  const hold = openResultHolder();
  const held = trials.map((result) => {
    const place = { modelId: result.model_id, caseId: result.case_id, repetition: result.repetition };
    return hold(structuredClone(result), { place, identity: { run_id: result.run_id } } as unknown as TrialToJudge);
  });
  expect(held).toStrictEqual(trials);
  expect(held[0]!.checks).toBe(held[1]!.checks);
  expect(held[0]!.dimensions).toBe(held[1]!.dimensions);
  expect(held[0]!.run).not.toBe(held[1]!.run);
});

test("words that look like another part are still words", () => {
  const [trial] = campaignResult([{ model_id: "m", cases: { c: [[[7]]] } }]).trials;
  const place = { modelId: "m", caseId: "c" };
  const odd = { ...trial!, reason: "[]", judge_reason: "null", warnings: [] };
  const held = openResultHolder()(odd, { place, identity: {} } as unknown as TrialToJudge);
  expect(held).toStrictEqual(odd);
});

test("words that are different everywhere are not held a second time", () => {
  const [trial] = campaignResult([{ model_id: "m", cases: { c: [[[7]]] } }]).trials;
  const hold = openResultHolder();
  const said = (words: string) =>
    hold({ ...trial!, warnings: [words] }, { place: {}, identity: {} } as unknown as TrialToJudge).warnings;
  for (let index = 0; index < 5000; index += 1) said(`words ${index}`);
  expect(said("words 1")).toBe(said("words 1"));
  expect(said("words 4999")).not.toBe(said("words 4999"));
});
