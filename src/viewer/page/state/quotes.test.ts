import fc from "fast-check";
import { expect, test } from "vitest";
import { type QuoteName, stretchesOf } from "./quotes.ts";

const quote = (name: QuoteName, start: number, end: number) => ({ name, at: { start, end } });

test("a text is cut where quotes begin and end, and overlapping quotes share the stretch between", () => {
  expect(stretchesOf(10, [quote("0.0", 2, 6), quote("1.0", 4, 8)])).toEqual([
    { start: 0, end: 2, quotes: [] },
    { start: 2, end: 4, quotes: ["0.0"] },
    { start: 4, end: 6, quotes: ["0.0", "1.0"] },
    { start: 6, end: 8, quotes: ["1.0"] },
    { start: 8, end: 10, quotes: [] },
  ]);
});

test("an empty text has no stretch, and one that nobody quotes is whole", () => {
  expect(stretchesOf(0, [])).toEqual([]);
  expect(stretchesOf(4, [])).toEqual([{ start: 0, end: 4, quotes: [] }]);
});

test("every character is in exactly one stretch, with exactly the quotes that cover it", () => {
  const span = fc
    .tuple(fc.nat(40), fc.nat(40))
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
      const quotes = spans.map(([start, end], at) => quote(`${at}.0`, start, end));
      const stretches = stretchesOf(41, quotes);
      for (let character = 0; character < 41; character++) {
        const own = stretches.filter(({ start, end }) => start <= character && character < end);
        expect(own).toHaveLength(1);
        const covering = quotes.filter(({ at }) => at.start <= character && character < at.end).map(({ name }) => name);
        expect(own[0]!.quotes).toEqual(covering);
      }
    }),
    { seed: 16 },
  );
});
