import fc from "fast-check";
import { expect, test } from "vitest";
import { chunkName } from "./chunk-name.ts";

test("whatever an id holds, the name of its chunk is a file name that leads nowhere else", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 }), (ids) => {
      expect(chunkName("trial", ...ids)).toMatch(/^trial-[0-9a-f]{16}$/);
    }),
    { seed: 16 },
  );
  expect(chunkName("trial", "../../etc", "passwd", 1)).toMatch(/^trial-[0-9a-f]{16}$/);
});

test("a hundred thousand trials have a hundred thousand names", () => {
  const names = new Set<string>();
  for (let index = 0; index < 100_000; index++)
    names.add(chunkName("trial", "suite/run-00000000/eval-00000000", `model_${index % 7}`, `case_${index}`, index % 3));
  expect(names.size).toBe(100_000);
});

test("ids that join to the same letters are told apart", () => {
  expect(chunkName("trial", "a", "bc")).not.toBe(chunkName("trial", "ab", "c"));
});
