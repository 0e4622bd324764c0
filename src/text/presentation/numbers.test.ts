import { expect, test } from "vitest";
import {
  formatCount,
  formatDuration,
  formatFixed,
  formatPEquals,
  formatPercent,
  formatPoints,
  formatPValue,
  formatRounded,
  formatSeconds,
  formatSigned,
  formatUsd,
} from "./numbers.ts";

test("figures of a column have the same decimals, and what is missing is a dash", () => {
  expect([8, 7.26, null].map((value) => formatFixed(value, 1))).toEqual(["8.0", "7.3", "–"]);
});

test("a score in a sentence has no digit that says nothing", () => {
  expect([8, 8.5, 7.3333].map(formatRounded)).toEqual(["8", "8.5", "7.33"]);
});

test("points have as many digits as it takes to see them", () => {
  expect([0.6, 0.04, 0.004, 0].map((value) => formatPoints(value))).toEqual(["0.6", "0.04", "0.004", "0.0"]);
  expect(formatPoints(1, 0.09)).toBe("1.00");
  expect([formatPoints(-0.001, 1), formatFixed(-0.004, 2), formatFixed(-0.006, 2)]).toEqual(["0.0", "0.00", "-0.01"]);
});

test("differences carry their sign", () => {
  expect([0.3, -1.25, 0].map((value) => formatSigned(value))).toEqual(["+0.30", "−1.25", "+0.00"]);
  expect(formatSigned(-0.1234, 3)).toBe("−0.123");
});

test("a fraction of a cent is not shown as nothing", () => {
  expect([0, 0.00012, 0.0098, 0.25, 12.5].map((usd) => formatUsd(usd))).toEqual([
    "$0",
    "$0.00012",
    "$0.0098",
    "$0.250",
    "$12.50",
  ]);
  expect(formatUsd(0.5, 4)).toBe("$0.5000");
});

test("shares are per cent", () => {
  expect([formatPercent(0.286), formatPercent(1), formatPercent(0.1234, 1)]).toEqual(["29 %", "100 %", "12.3 %"]);
});

test("a p-value is never zero", () => {
  expect([formatPValue(0), formatPValue(0.0123)]).toEqual(["< 0.001", "0.012"]);
  expect([formatPEquals(0), formatPEquals(0.0123)]).toEqual(["p < 0.001", "p = 0.012"]);
});

test("times are written for people", () => {
  expect(formatSeconds(1234)).toBe("1.2 s");
  expect([45, 125, 3800].map(formatDuration)).toEqual(["45 s", "2 min 5 s", "1 h 3 min"]);
});

test("large counts are grouped", () => {
  expect(formatCount(1234567)).toBe("1,234,567");
});
