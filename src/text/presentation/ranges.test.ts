import { expect, test } from "vitest";
import { formatBracketedRange, formatRange } from "./ranges.ts";

const fixed = (value: number, more: number) => value.toFixed(2 + more);

test("a rough range is marked beside its numbers, however it is written", () => {
  expect(formatRange({ low: 5.3, high: 6.625 }, fixed)).toBe("5.30 to 6.63");
  expect(formatRange({ low: 5.3, high: 6.625, rough: "few" }, fixed)).toBe("5.30 to 6.63, rough");
  expect(formatBracketedRange({ low: 5.3, high: 6.625 }, fixed)).toBe("[5.30, 6.63]");
  expect(formatBracketedRange({ low: 5.3, high: 6.625, rough: "few" }, fixed)).toBe("[5.30, 6.63], rough");
});

test("a narrow range is not written as if it had no width", () => {
  expect(formatRange({ low: -0.0012, high: 0.0014 }, fixed)).toBe("-0.001 to 0.001");
  expect(formatRange({ low: 7.33331, high: 7.33338 }, fixed)).toBe("7.3333 to 7.3334");
});

test("a range without width ends somewhere", () => {
  expect(formatRange({ low: 1, high: 1 }, fixed)).toBe("1.00 to 1.00");
  expect(formatRange({ low: 1, high: 1 + 1e-12 }, fixed)).toBe("1.00000000 to 1.00000000");
});
