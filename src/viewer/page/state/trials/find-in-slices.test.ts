import { expect, test } from "vitest";
import { findInSlices, type Slicing } from "./find-in-slices.ts";

/** Advances by one slice per reading; postponed work waits for `next`. */
function slowClock(): Slicing & { waiting: (() => void)[] } {
  let time = 0;
  const waiting: (() => void)[] = [];
  return {
    waiting,
    now: () => (time += 100),
    later(act) {
      waiting.push(act);
      return () => void waiting.splice(waiting.indexOf(act), 1);
    },
  };
}

const stopped: Slicing = { now: () => 0, later: () => expect.fail("there was time enough") };
const LONG = "word ".repeat(50_000);

function found(texts: string[][], trials: number, wanted: string, slicing = stopped): number[] | null {
  let mask: number[] | null = null;
  const parts = texts.map((own, at) => ({ first: texts.slice(0, at).flat().length, texts: own }));
  findInSlices(parts, trials, wanted, (result) => (mask = [...result]), slicing);
  return mask;
}

test.each([
  [[["alpha", "beta"], ["alphabet"]], 3, "alpha", [1, 0, 1]],
  [[["alpha"], [], ["beta"]], 2, "beta", [0, 1]],
  [[["alpha"]], 1, "", [1]],
  [[], 0, "alpha", []],
] as [string[][], number, string, number[]][])("in %j, of %i trials, %j is in %j", (texts, trials, wanted, mask) => {
  expect(found(texts, trials, wanted)).toEqual(mask);
});

test("a trial whose texts did not arrive is shown, since nobody knows", () => {
  expect(found([["alpha", "beta"]], 3, "alpha")).toEqual([1, 0, 1]);
});

test("texts of megabytes are searched in slices, with the same result", () => {
  const clock = slowClock();
  let mask: Uint8Array | null = null;
  const texts = Array.from({ length: 40 }, (_, at) => `${LONG}${at % 3 === 0 ? "needle" : ""}`);
  findInSlices([{ first: 0, texts }], 40, "needle", (result) => (mask = result), clock);
  let slices = 0;
  for (let next = clock.waiting.shift(); next; next = clock.waiting.shift()) {
    expect(mask).toBeNull();
    slices += 1;
    next();
  }
  expect(slices).toBeGreaterThan(10);
  expect([...mask!]).toEqual(texts.map((text) => (text.endsWith("needle") ? 1 : 0)));
});

test("a search that nobody waits for any more ends", () => {
  const clock = slowClock();
  const stop = findInSlices([{ first: 0, texts: Array(9).fill(LONG) }], 9, "x", () => expect.fail("it went on"), clock);
  expect(clock.waiting).toHaveLength(1);
  stop();
  expect(clock.waiting).toHaveLength(0);
});
