import { expect, test } from "vitest";
import { findCalculation } from "./arithmetic.ts";

test.each([
  ["What is 17 + 25?", 42],
  ["Compute 2 + 3 * 4.", 14],
  ["Compute (2 + 3) * 4.", 20],
  ["What is 12 times 12 minus 4?", 140],
  ["What is 7 x 6?", 42],
  ["What is 1,200 divided by 16?", 75],
  ["What is 15% of 80?", 12],
  ["The sum of 3, 4 and 5, please.", 12],
  ["Please add 20 and 22", 42],
  ["0.1 + 0.2", 0.3],
  ["What (roughly) is 9 - 12?", -3],
  ["10 / 0", null],
  ["On 2026-01-31 we met 1/2 of them.", null],
  ["Call 555-0199.", null],
  ["No numbers here", null],
])("%j comes to %j", (text, expected) => {
  expect(findCalculation(text)?.value ?? null).toBe(expected);
});

test("a hasty reader goes from left to right", () => {
  expect(findCalculation("2 + 3 * 4", { precedence: false })?.value).toBe(20);
});
