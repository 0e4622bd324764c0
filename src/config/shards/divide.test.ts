import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { divide, type Portion } from "./divide.ts";

const pieces = fc.uniqueArray(
  fc.record({ key: fc.string({ minLength: 1, maxLength: 6 }), weight: fc.option(fc.nat(50), { nil: undefined }) }),
  { selector: ({ key }) => key, maxLength: 60 },
) as fc.Arbitrary<Portion[]>;
const shards = fc.integer({ min: 1, max: 12 });

describe("whatever is divided", () => {
  test("every piece has exactly one shard, and there is no other", () => {
    fc.assert(
      fc.property(pieces, shards, (all, of) => {
        const { shardOf } = divide(all, of);
        for (const { key } of all) {
          expect(shardOf(key)).toBeGreaterThanOrEqual(1);
          expect(shardOf(key)).toBeLessThanOrEqual(of);
        }
      }),
    );
  });

  test("the order in which the pieces come changes nothing", () => {
    fc.assert(
      fc.property(pieces, shards, fc.infiniteStream(fc.nat()), (all, of, numbers) => {
        const shuffled = all
          .map((piece) => ({ piece, at: numbers.next().value as number }))
          .sort((one, other) => one.at - other.at)
          .map(({ piece }) => piece);
        const [one, other] = [divide(all, of), divide(shuffled, of)];
        expect(all.map(({ key }) => one.shardOf(key))).toEqual(all.map(({ key }) => other.shardOf(key)));
        expect(one.fingerprint).toBe(other.fingerprint);
      }),
    );
  });

  test("without weights no shard has more than one piece more than another", () => {
    fc.assert(
      fc.property(pieces, shards, (all, of) => {
        const loads = loadsOf(
          all.map(({ key }) => ({ key })),
          of,
        );
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("the heaviest shard is never more than a third heavier than the best division there is", () => {
    const few = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(few, fc.integer({ min: 1, max: 3 }), (weights, of) => {
        const all = weights.map((weight, index) => ({ key: `k${index}`, weight }));
        expect(Math.max(...loadsOf(all, of)) * 3).toBeLessThanOrEqual(bestHeaviest(weights, of) * 4);
      }),
    );
  });
});

test("another weight, another piece or another number of shards gives another fingerprint", () => {
  const all = [{ key: "a", weight: 5 }, { key: "b", weight: 3 }, { key: "c", weight: 3 }, { key: "d" }];
  const { fingerprint } = divide(all, 2);
  expect(divide(all, 3).fingerprint).not.toBe(fingerprint);
  expect(divide(all.slice(1), 2).fingerprint).not.toBe(fingerprint);
  expect(divide([{ key: "a" }, ...all.slice(1)], 2).fingerprint).not.toBe(fingerprint);
});

test("who asks for something that was not divided has a mistake in the program", () => {
  expect(() => divide([{ key: "a" }], 2).shardOf("b")).toThrow('"b" was not divided');
});

test("more shards than pieces leave some without work", () => {
  expect(loadsOf([{ key: "a" }, { key: "b" }], 4)).toEqual([1, 1, 0, 0]);
  expect(loadsOf([], 2)).toEqual([0, 0]);
});

function loadsOf(all: readonly Portion[], of: number): number[] {
  const { shardOf } = divide(all, of);
  const loads = new Array<number>(of).fill(0);
  for (const { key, weight = 1 } of all) loads[shardOf(key) - 1]! += weight;
  return loads;
}

/** Exhaustive search, which shares no idea with the implementation under test. */
function bestHeaviest(weights: readonly number[], of: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let code = 0; code < of ** weights.length; code += 1) {
    const loads = new Array<number>(of).fill(0);
    let rest = code;
    for (const weight of weights) {
      loads[rest % of]! += weight;
      rest = Math.floor(rest / of);
    }
    best = Math.min(best, Math.max(...loads));
  }
  return best;
}
