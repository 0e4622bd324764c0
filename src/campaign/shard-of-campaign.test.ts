import fc from "fast-check";
import { expect, test } from "vitest";
import type { CampaignConfig } from "../config/index.ts";
import { partOfCampaign } from "./shard-of-campaign.ts";

const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 8 });
const campaigns = fc.record({ models: ids, cases: ids, repetitions: fc.integer({ min: 1, max: 4 }) });
const tables = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,2}$/),
  fc.dictionary(fc.stringMatching(/^[a-z]{1,2}$/), fc.nat(10_000)),
);

test("the shards of any campaign together are the campaign, and no trial is in two of them", () => {
  fc.assert(
    fc.property(campaigns, fc.integer({ min: 1, max: 9 }), tables, (campaign, of, weights) => {
      const config = configOf(campaign);
      const parts = range(of).map((part) => namesOf(partOfCampaign(config, { shard: { part, of, weights } })));
      const together = parts.flat();
      expect(new Set(together).size).toBe(together.length);
      expect(together.sort()).toEqual(namesOf(partOfCampaign(config, {})).sort());
    }),
  );
});

test("a suite that lists its models and cases in another order is divided alike", () => {
  fc.assert(
    fc.property(campaigns, fc.integer({ min: 1, max: 9 }), tables, (campaign, of, weights) => {
      const reversed = { ...campaign, models: [...campaign.models].reverse(), cases: [...campaign.cases].reverse() };
      const [one, other] = [campaign, reversed].map((each) =>
        partOfCampaign(configOf(each), { shard: { part: 1, of, weights } }),
      );
      expect(namesOf(one!).sort()).toEqual(namesOf(other!).sort());
      expect(one!.shard?.division).toBe(other!.shard?.division);
    }),
  );
});

test("each model's trials, and the repetitions of a case, are spread over the shards", () => {
  const config = configOf({ models: ["a", "b"], cases: ["x", "y", "z", "w"], repetitions: 3 });
  for (const part of [1, 2, 3]) {
    const own = namesOf(partOfCampaign(config, { shard: { part, of: 3 } }));
    expect(own.filter((name) => name.startsWith("a/"))).toHaveLength(4);
    expect(new Set(own.map((name) => name.replace(/\/\d$/, ""))).size).toBe(8);
  }
});

test("what took long before is put on a shard of its own", () => {
  const config = configOf({ models: ["a"], cases: ["quick1", "quick2", "quick3", "slow"], repetitions: 1 });
  const weights = { a: { slow: 90, quick1: 30, quick2: 30, quick3: 30 } };
  expect(namesOf(partOfCampaign(config, { shard: { part: 1, of: 2, weights } }))).toEqual(["a/slow/1"]);
});

test("a case that nobody has weighed takes what others of its model take, and a new model what all take", () => {
  const config = configOf({ models: ["heavy", "light", "new"], cases: ["known", "other"], repetitions: 1 });
  const weights = { heavy: { known: 100 }, light: { known: 2 } };
  // 100, 100 | 51, 51, 2, 2: the two heavy ones are separated, and those between them join the light ones.
  const own = namesOf(partOfCampaign(config, { shard: { part: 1, of: 2, weights } })).sort();
  expect(own).toEqual(["heavy/known/1", "light/known/1", "new/known/1"]);
});

test("a selection is divided as if it were the campaign", () => {
  const config = configOf({ models: ["a", "b"], cases: ["x", "y"], repetitions: 1 });
  const select = { models: ["b"] };
  const parts = [1, 2].map((part) => namesOf(partOfCampaign(config, { select, shard: { part, of: 2 } })));
  expect(parts).toEqual([["b/x/1"], ["b/y/1"]]);
});

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function namesOf({ questions }: ReturnType<typeof partOfCampaign>): string[] {
  return questions.flatMap(({ subject, selected, repetitions }) =>
    repetitions.map((repetition) => `${subject.model.model_id}/${selected.loaded.case.case_id}/${repetition}`),
  );
}

/** The parts of a campaign that dividing reads. */
function configOf({ models, cases, repetitions }: { models: string[]; cases: string[]; repetitions: number }) {
  return {
    subjects: models.map((model_id) => ({ model: { model_id } })),
    cases: cases.map((case_id) => ({ loaded: { case: { case_id } } })),
    runProfile: { execution_policy: { run_repetitions: repetitions } },
  } as unknown as CampaignConfig;
}
