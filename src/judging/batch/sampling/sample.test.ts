import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Item } from "./experiment-output.ts";
import { OTHER_ITEMS, type SamplePlan, Sampler } from "./sample.ts";

const PLAN: SamplePlan = { seed: 42, size: 10, strata: [], shortfall: "fill", draw: "item" };

function draw(items: Item[], plan: Partial<SamplePlan> = {}) {
  const sampler = new Sampler({ ...PLAN, ...plan });
  for (const item of items) sampler.add(item);
  return sampler.finish();
}

const numbered = (count: number, bucket?: string): Item[] =>
  Array.from({ length: count }, (_, index) => ({ item_id: `${bucket ?? "i"}-${index}`, ...(bucket && { bucket }) }));
const idsOf = (sample: ReturnType<typeof draw>) => sample.items.map(({ item }) => item.item_id);

const anyIds = fc.uniqueArray(fc.oneof(fc.string({ minLength: 1 }), fc.integer()), {
  selector: (id) => JSON.stringify(id),
  maxLength: 60,
});

describe("whatever the population", () => {
  test("the sample does not depend on the order of the input", () => {
    fc.assert(
      fc.property(
        anyIds.chain((ids) => fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length }))),
        fc.integer(),
        ([ids, shuffled], seed) => {
          const asItems = (some: (string | number)[]) => some.map((item_id) => ({ item_id }));
          expect(idsOf(draw(asItems(shuffled), { seed }))).toEqual(idsOf(draw(asItems(ids), { seed })));
        },
      ),
    );
  });

  test("it has no duplicates, only items that exist, and as many as wanted or as there are", () => {
    fc.assert(
      fc.property(anyIds, fc.integer({ min: 1, max: 80 }), (ids, size) => {
        const sampled = idsOf(
          draw(
            ids.map((item_id) => ({ item_id })),
            { size },
          ),
        );
        expect(new Set(sampled.map((id) => JSON.stringify(id))).size).toBe(sampled.length);
        expect(sampled.every((id) => ids.includes(id))).toBe(true);
        expect(sampled.length).toBe(Math.min(size, ids.length));
      }),
    );
  });

  test("an item sampled before stays sampled when others disappear", () => {
    fc.assert(
      fc.property(
        anyIds.chain((ids) => fc.tuple(fc.constant(ids), fc.subarray(ids))),
        ([ids, survivors]) => {
          const before = new Set(idsOf(draw(ids.map((item_id) => ({ item_id })))));
          const after = new Set(idsOf(draw(survivors.map((item_id) => ({ item_id })))));
          for (const id of survivors) if (before.has(id)) expect(after.has(id)).toBe(true);
        },
      ),
    );
  });

  test("strata get what they ask for as far as they can", () => {
    fc.assert(
      fc.property(
        fc.nat(30),
        fc.nat(30),
        fc.nat(30),
        fc.constantFrom("fill" as const, "leave" as const),
        (large, small, rest, shortfall) => {
          const items = [...numbered(large, "large"), ...numbered(small, "small"), ...numbered(rest)];
          const sample = draw(items, {
            size: 12,
            strata: [
              { bucket: "large", count: 5 },
              { bucket: "small", count: 3 },
            ],
            shortfall,
          });
          const sampled = (stratum: string) => sample.items.filter((item) => item.stratum === stratum).length;
          const promised = { large: Math.min(5, large), small: Math.min(3, small), [OTHER_ITEMS]: Math.min(4, rest) };
          const total = Object.values(promised).reduce((sum, count) => sum + count, 0);
          for (const [stratum, count] of Object.entries(promised)) {
            if (shortfall === "leave") expect(sampled(stratum)).toBe(count);
            else expect(sampled(stratum)).toBeGreaterThanOrEqual(count);
          }
          expect(sample.items.length).toBe(shortfall === "leave" ? total : Math.min(12, items.length));
        },
      ),
    );
  });
});

test("the sample is the same on every machine", () => {
  expect(idsOf(draw(numbered(1000), { size: 5 }))).toMatchInlineSnapshot(`
    [
      "i-856",
      "i-412",
      "i-538",
      "i-327",
      "i-19",
    ]
  `);
});

test("another seed draws another sample", () => {
  expect(idsOf(draw(numbered(1000), { seed: 43 }))).not.toEqual(idsOf(draw(numbered(1000))));
});

test('7 and "7" are two items', () => {
  expect(
    idsOf(draw([{ item_id: 7 }, { item_id: "7" }]))
      .map((id) => typeof id)
      .sort(),
  ).toEqual(["number", "string"]);
});

test("the counts say how much of each stratum there was", () => {
  const sample = draw([...numbered(2, "large"), ...numbered(50)], {
    size: 8,
    strata: [{ bucket: "large", count: 4 }],
    shortfall: "leave",
  });
  expect(sample.strata).toEqual([
    { stratum: "large", population: 2, wanted: 4, sampled: 2 },
    { stratum: OTHER_ITEMS, population: 50, wanted: 4, sampled: 4 },
  ]);
});
