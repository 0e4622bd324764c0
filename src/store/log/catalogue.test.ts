import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../../text/index.ts";
import { Catalogue } from "./catalogue.ts";
import type { Entry } from "./entry.ts";

const call = (number: number): Entry<"call"> => ({
  kind: "call",
  key: sha256(String(number)),
  place: null,
  at: number,
  sha256: "",
  facts: { cost_usd: number },
  segment: "one",
  offset: number * 10,
  length: 10,
});

test("a call is found, whether calls were asked for before it came, between others, or never yet", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), (asked) => {
      const catalogue = new Catalogue();
      for (const [number, isAsked] of asked.entries()) {
        catalogue.add(call(number));
        if (isAsked) expect(catalogue.has("call", call(number).key)).toBe(true);
      }
      expect([...catalogue.keys("call")]).toEqual(asked.map((_, number) => call(number)));
      expect(catalogue.has("call", sha256("nobody"))).toBe(false);
    }),
  );
});

test("segments are taken out with the calls that nobody has asked for", () => {
  const catalogue = new Catalogue();
  for (let number = 0; number < 5; number += 1) catalogue.add(call(number));
  catalogue.add({ ...call(7), segment: "two" });
  catalogue.add({ ...call(8), segment: "three" });
  const { rest, removed } = catalogue.without(["one", "three", "empty"]);
  expect([...removed].map(([name, entries]) => [name, entries.map(({ at }) => at)])).toEqual([
    ["one", [0, 1, 2, 3, 4]],
    ["three", [8]],
    ["empty", []],
  ]);
  expect([...rest.keys("call")].map(({ at }) => at)).toEqual([7]);
});

test("more calls than are held back are found as well", () => {
  const catalogue = new Catalogue();
  const many = 20_100;
  for (let number = 0; number < many; number += 1) catalogue.add(call(number));
  for (const number of [0, 19_999, 20_000, 20_001, many - 1])
    expect(catalogue.of("call", call(number).key)).toEqual([call(number)]);
});
