import { expect, test } from "vitest";
import { cutToColumns, displayWidth } from "./display-width.ts";

test.each([
  ["abc", 3],
  ["é", 1],
  ["e\u0301", 1],
  ["退款", 4],
  ["👩‍💻", 2],
  ["❤️", 2],
  ["✓×█…", 4],
])("%s fills %i columns", (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test("a cut leaves colour codes whole and no character in two", () => {
  expect(cutToColumns("\u001b[31mabc\u001b[39mdef", 4)).toBe("\u001b[31mabc\u001b[39md");
  expect(cutToColumns("a退款", 4)).toBe("a退");
});
