import { expect, test } from "vitest";
import { readRetryAfter, waitBeforeRetry } from "./retry-policy.ts";

const now = Date.parse("2026-01-01T00:00:00Z");

test.each([
  ["3", 3000],
  ["0", 0],
  ["1.5", 1500],
  ["Thu, 01 Jan 2026 00:00:10 GMT", 10_000],
  ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
  ["3600", 60_000],
  ["Thu, 01 Jan 2026 12:00:00 GMT", 60_000],
  ["soon", null],
  ["-5", null],
  ["", null],
  [undefined, null],
])("Retry-After %j is %j ms", (header, expected) => {
  expect(readRetryAfter(header, now)).toBe(expected);
});

test.each([
  [1, 0, 250],
  [1, 0.999999, 500],
  [4, 0, 2000],
  [20, 0, 15_000],
])("before retry %i with random %f it waits %i ms", (attempt, random, expected) => {
  expect(waitBeforeRetry(attempt, null, () => random)).toBe(expected);
});
