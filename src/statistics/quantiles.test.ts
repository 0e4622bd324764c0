import { describe, expect, test } from "vitest";
import { normalDistribution, normalQuantile } from "./normal.ts";
import { tDistribution, tQuantile, tTestP } from "./student-t.ts";

describe("normal distribution", () => {
  test.each([
    [0.975, 1.959963984540054],
    [0.995, 2.5758293035489004],
    [0.8, 0.8416212335729143],
    [1e-10, -6.361340902404056],
    [1e-20, -9.262340089798409],
    [0.5, 0],
  ])("quantile of %d is %d", (p, expected) => {
    expect(Math.abs(normalQuantile(p) - expected)).toBeLessThan(1e-12);
  });

  test("the ends are infinite and anything outside is refused", () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(() => normalQuantile(1.01)).toThrow("a probability lies in 0 … 1, not 1.01");
    expect(() => normalQuantile(Number.NaN)).toThrow(RangeError);
  });

  test("distribution and quantile undo each other, in the middle and in the tails", () => {
    for (const p of [1e-12, 1e-5, 0.025, 0.31, 0.5, 0.8, 0.9999])
      expect(Math.abs(normalDistribution(normalQuantile(p)) / p - 1)).toBeLessThan(1e-10);
    expect(normalDistribution(Number.NEGATIVE_INFINITY)).toBe(0);
  });
});

describe("Student's t", () => {
  // To 12 digits from an arbitrary-precision inversion of the incomplete beta function; the first digits are those of
  // every printed table (12.706, 4.303, 2.365, 2.045, …).
  test.each([
    [0.975, 1, 12.7062047361747],
    [0.975, 2, 4.30265272974946],
    [0.975, 7, 2.36462425159278],
    [0.975, 29, 2.0452296421327],
    [0.975, 199, 1.97195654425441],
    [0.95, 5, 2.01504837333302],
    [0.995, 10, 3.16927267261695],
    [0.9995, 3, 12.9239786366778],
    [0.6, 4, 0.27072229470476],
    [1e-6, 12, -8.504302718054584],
    [0.975, 2.5, 3.5746548420036817],
    [0.975, 1e7, 1.959964221767205],
  ])("quantile of %d with %d degrees of freedom is %d", (p, freedom, expected) => {
    expect(Math.abs(tQuantile(p, freedom) / expected - 1)).toBeLessThan(1e-10);
  });

  test("half is zero, the ends are infinite, and impossible arguments are refused", () => {
    expect(tQuantile(0.5, 4)).toBe(0);
    expect([tQuantile(0, 4), tQuantile(1, 4)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(() => tQuantile(-0.1, 4)).toThrow("a probability lies in 0 … 1, not -0.1");
    expect(() => tQuantile(0.9, 0)).toThrow("degrees of freedom are positive, not 0");
  });

  test("with one degree of freedom it is the Cauchy distribution", () => {
    for (const t of [-40, -1, 0, 0.3, 2, 1000])
      expect(tDistribution(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 14);
  });

  test("a two-sided p-value is never above 1", () => {
    expect(tTestP(0, 5)).toBe(1);
    expect(tTestP(-2.36462425159278, 7)).toBeCloseTo(0.05, 12);
  });
});
