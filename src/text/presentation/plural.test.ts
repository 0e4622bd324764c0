import { expect, test } from "vitest";
import { agree, nounFor, plural } from "./plural.ts";

test.each([
  [0, "trial", "0 trials"],
  [1, "trial", "1 trial"],
  [2, "trial", "2 trials"],
  [1, "more case", "1 more case"],
  [2, "more case", "2 more cases"],
  [1, "entry", "1 entry"],
  [2, "entry", "2 entries"],
  [2, "batch", "2 batches"],
  [2, "key", "2 keys"],
])("%i %s is written %s", (count, noun, written) => {
  expect(plural(count, noun)).toBe(written);
});

test("a plural that no rule gives is given", () => {
  expect(plural(1, "piece of evidence", "pieces of evidence")).toBe("1 piece of evidence");
  expect(plural(0, "piece of evidence", "pieces of evidence")).toBe("0 pieces of evidence");
});

test("nouns and verbs go with counts that are written elsewhere", () => {
  expect(nounFor(1, "entry")).toBe("entry");
  expect(nounFor(12_000, "entry")).toBe("entries");
  expect([agree(1, "has", "have"), agree(2, "has", "have")]).toEqual(["has", "have"]);
});
