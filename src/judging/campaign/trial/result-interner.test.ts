import { expect, test } from "vitest";
import { campaignResult } from "../../../../test/support/campaign-result.ts";
import { createResultInterner } from "./result-interner.ts";

const noFiles = () => ({ run: null, evaluation: null });

test("files are looked for when somebody asks, and then they are those of the trial", () => {
  const [trial] = campaignResult([{ model_id: "m", cases: { c: [[[7]]] } }]).trials;
  const asked: string[] = [];
  const hold = createResultInterner(({ model_id, case_id, repetition }) => {
    asked.push(`${model_id}/${case_id}/${repetition}`);
    return { run: "run.json", evaluation: null };
  });
  const held = hold(trial!, { model_id: "m", case_id: "c", run_id: null });
  expect(asked).toEqual([]);
  expect(JSON.parse(JSON.stringify(held)).files).toEqual({ run: "run.json", evaluation: null });
  expect({ ...held }.files.run).toBe("run.json");
  expect(asked).toEqual(["m/c/1", "m/c/1"]);
});

test("a held result is the same, and shares its parts with others", () => {
  const { trials } = campaignResult([{ model_id: "m", cases: { c: [[[7, 8]], [[7, 8]], [[3]]] } }]);
  const hold = createResultInterner(noFiles);
  const held = trials.map((result) => {
    const { model_id, case_id, run_id } = result;
    return hold(structuredClone(result), { model_id, case_id, run_id });
  });
  expect(held).toStrictEqual(trials);
  expect(held[0]!.checks).toBe(held[1]!.checks);
  expect(held[0]!.dimensions).toBe(held[1]!.dimensions);
  expect(held[0]!.run).not.toBe(held[1]!.run);
});

test("words that look like another part are still words", () => {
  const [trial] = campaignResult([{ model_id: "m", cases: { c: [[[7]]] } }]).trials;
  const odd = { ...trial!, reason: "[]", judge_reason: "null", warnings: [] };
  const held = createResultInterner(noFiles)(odd, { model_id: "m", case_id: "c", run_id: null });
  expect(held).toStrictEqual(odd);
});

test("words that are different everywhere are not held a second time", () => {
  const [trial] = campaignResult([{ model_id: "m", cases: { c: [[[7]]] } }]).trials;
  const hold = createResultInterner(noFiles);
  const said = (words: string) =>
    hold({ ...trial!, warnings: [words] }, { model_id: "m", case_id: "c", run_id: null }).warnings;
  for (let index = 0; index < 5000; index += 1) said(`words ${index}`);
  expect(said("words 1")).toBe(said("words 1"));
  const once = said("words 4999");
  said("words in between");
  expect(said("words 4999")).not.toBe(once);
});
