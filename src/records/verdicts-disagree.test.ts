import { expect, test } from "vitest";
import { scoresDisagree } from "./verdicts-disagree.ts";

test.each([
  [[5], null, false],
  [[5, 7], null, false],
  [[5, 7.1], null, true],
  [[], null, false],
  [[6, 9], 6, false],
  [[5.9, 6], 6, true],
  [[0, 5], 6, false],
])("verdicts of %j with a threshold of %j: %s", (scores, threshold, open) => {
  expect(scoresDisagree(scores, threshold)).toBe(open);
});
