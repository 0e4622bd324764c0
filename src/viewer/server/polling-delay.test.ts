import { expect, test } from "vitest";
import { pollingDelayMs } from "./polling-delay.ts";

test.each([
  [0, 1000],
  [30, 1000],
  [200, 1000],
  [1200, 6000],
  [10_000, 50_000],
])("after %i ms of composing, a store that changes is looked at in %i ms", (composing, next) => {
  expect(pollingDelayMs(composing)).toBe(next);
});
