import { expect, test } from "vitest";
import { sha256 } from "../../text/index.ts";
import { Locations } from "./locations.ts";

const entry = (key: string, at: number, offset = 0) => ({
  ...{ kind: "call" as const, key, place: null, sha256: "", facts: null },
  ...{ segment: "s", at, offset, length: 10 },
});

test("every key is found with all of its records, the newest first, however many others there are", () => {
  const locations = new Locations("call");
  const keys = Array.from({ length: 5_000 }, (_, index) => (index % 3 === 0 ? `key ${index}` : sha256(String(index))));
  for (const at of [2, 1, 3]) for (const [index, key] of keys.entries()) locations.add(entry(key, at, index));
  for (const [index, key] of keys.entries()) {
    expect(locations.of(key).map(({ at, offset }) => [at, offset])).toEqual([
      [3, index],
      [2, index],
      [1, index],
    ]);
    expect(locations.newestAt(key)).toBe(3);
  }
  expect([...locations.newest()].map(({ key }) => key)).toEqual(keys);
  expect([...locations.all()]).toHaveLength(15_000);
  expect(locations.has("nobody")).toBe(false);
});
