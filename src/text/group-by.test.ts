import { expect, test } from "vitest";
import { addTo, groupBy } from "./group-by.ts";

test("groups keep the order of the items, and come in the order of their first one", () => {
  const groups = groupBy(["pear", "apple", "plum"], (name) => name[0]);
  expect([...groups]).toEqual([
    ["p", ["pear", "plum"]],
    ["a", ["apple"]],
  ]);
  addTo(groups, "b", "banana");
  expect(groups.get("b")).toEqual(["banana"]);
});
