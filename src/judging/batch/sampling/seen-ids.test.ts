import { expect, test } from "vitest";
import { SeenIds } from "./seen-ids.ts";

test("an id is new once, however many others came between", () => {
  const seen = new SeenIds();
  const ids = Array.from({ length: 20_000 }, (_, index) => `id-${index}`);
  expect(ids.some((id) => seen.add(id))).toBe(false);
  expect(ids.every((id) => seen.add(id))).toBe(true);
});
