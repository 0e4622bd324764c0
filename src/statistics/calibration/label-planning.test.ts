import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  calibrationCurve,
  effectiveLabels,
  labelsToHalve,
  neymanAllocation,
  promisedHalfWidth,
  seededRandom,
} from "../index.ts";

describe("labels are shared out among strata", () => {
  test.each<[string, { size: number; deviation: number }[], number, number | undefined, number[]]>([
    [
      "by size × deviation",
      [
        { size: 100, deviation: 1 },
        { size: 100, deviation: 3 },
      ],
      40,
      undefined,
      [10, 30],
    ],
    [
      "by size where nothing is known",
      [
        { size: 300, deviation: 0 },
        { size: 100, deviation: 0 },
      ],
      40,
      undefined,
      [30, 10],
    ],
    [
      "never more than there are",
      [
        { size: 5, deviation: 9 },
        { size: 100, deviation: 1 },
      ],
      40,
      undefined,
      [5, 35],
    ],
    [
      "everything where the budget is larger",
      [
        { size: 5, deviation: 9 },
        { size: 10, deviation: 1 },
      ],
      40,
      undefined,
      [5, 10],
    ],
    [
      "at least the floor",
      [
        { size: 10, deviation: 0.1 },
        { size: 400, deviation: 9 },
      ],
      40,
      6,
      [6, 34],
    ],
    [
      "with less than the floors, as far as it goes",
      [
        { size: 50, deviation: 1 },
        { size: 50, deviation: 1 },
      ],
      3,
      4,
      [2, 1],
    ],
    [
      "at least half of what size alone would give, because deviations are guesses",
      [
        { size: 100, deviation: 0 },
        { size: 100, deviation: 1 },
      ],
      40,
      undefined,
      [10, 30],
    ],
    ["nothing of nothing", [], 40, undefined, []],
  ])("%s", (_, strata, total, floor, counts) => {
    expect(neymanAllocation(strata, total, floor)).toEqual(counts);
  });

  test("no other way to share them out promises a smaller error, by trying all", () => {
    const strata = [
      { size: 60, deviation: 1 },
      { size: 80, deviation: 2 },
      { size: 100, deviation: 1.5 },
    ];
    const errorOf = (counts: readonly number[]) =>
      strata.reduce((sum, { size, deviation }, index) => sum + (size * deviation) ** 2 / counts[index]!, 0);
    const chosen = neymanAllocation(strata, 30);
    let best = Number.POSITIVE_INFINITY;
    for (let first = 1; first <= 28; first++)
      for (let second = 1; first + second <= 29; second++)
        best = Math.min(best, errorOf([first, second, 30 - first - second]));
    expect(errorOf(chosen) / best).toBeLessThan(1.01);
  });

  test("of empty strata nothing is drawn", () => {
    expect(neymanAllocation([{ size: 0, deviation: 0 }], 10)).toEqual([0]);
  });

  test("whatever is asked, the counts add up and fit", () => {
    const stratum = fc.record({
      size: fc.integer({ min: 0, max: 300 }),
      deviation: fc.double({ min: 0, max: 5, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(stratum, { maxLength: 8 }), fc.integer({ min: 0, max: 500 }), (strata, total) => {
        const counts = neymanAllocation(strata, total);
        const population = strata.reduce((sum, { size }) => sum + size, 0);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Math.min(total, population));
        counts.forEach((count, index) => {
          expect(count).toBeLessThanOrEqual(strata[index]!.size);
        });
      }),
    );
  });
});

describe("the interval that a plan promises", () => {
  test("is that of simulated labels with the plan's deviations", () => {
    // One stratum, 40 of 400: the mean residual of a sample without replacement, many times.
    const random = seededRandom(5);
    const residuals = Array.from({ length: 400 }, () => random.uniform() * 4 - 2);
    const centre = residuals.reduce((sum, value) => sum + value, 0) / 400;
    const deviation = Math.sqrt(residuals.reduce((sum, value) => sum + (value - centre) ** 2, 0) / 399);
    let squares = 0;
    const samples = 3000;
    for (let sample = 0; sample < samples; sample++) {
      const left = [...residuals];
      let sum = 0;
      for (let index = 0; index < 40; index++) sum += left.splice(random.below(left.length), 1)[0]!;
      squares += (sum / 40 - centre) ** 2 / samples;
    }
    const promised = promisedHalfWidth({
      strata: [{ size: 400, labels: 40, deviation }],
      cases: 400,
      score_deviation: 0,
    });
    // t(0.975; 38) = 2.0244.
    expect((promised as number) / (2.0244 * Math.sqrt(squares))).toBeGreaterThan(0.95);
    expect((promised as number) / (2.0244 * Math.sqrt(squares))).toBeLessThan(1.05);
  });

  test("labelling everything leaves the cases' own spread", () => {
    const promised = promisedHalfWidth({
      strata: [{ size: 50, labels: 50, deviation: 2 }],
      cases: 50,
      score_deviation: 1,
    });
    // t(0.975; 48) = 2.0106.
    expect(promised).toBeCloseTo(2.0106 / Math.sqrt(50), 4);
  });

  test.each([
    [
      "a stratum that gets no label",
      [
        { size: 50, labels: 10, deviation: 2 },
        { size: 5, labels: 0, deviation: 1 },
      ],
      20,
    ],
    ["two labels in all", [{ size: 50, labels: 2, deviation: 2 }], 20],
    ["one case", [{ size: 50, labels: 20, deviation: 2 }], 1],
    ["no strata", [], 20],
  ])("is unknown with %s", (_, strata, cases) => {
    expect(promisedHalfWidth({ strata, cases, score_deviation: 1 })).toMatchObject({ kind: "undefined" });
  });
});

describe("how many labels more", () => {
  test("four times the labels halve an error that is all labelling", () => {
    expect(labelsToHalve({ variance: 1, label_variance: 1, labelled: 30, trials: 1000 })).toBe(90);
  });

  test("an error that is partly the cases' takes more", () => {
    // 0.2 + 0.8/n·30 = 0.25 at n = 480.
    expect(labelsToHalve({ variance: 1, label_variance: 0.8, labelled: 30, trials: 1000 })).toBe(450);
  });

  test.each([
    ["the cases are most of the error", 0.7, 1000],
    ["there are not so many trials", 0.8, 400],
    ["labels are no part of it", 0, 1000],
  ])("labels can't halve it when %s", (_, label_variance, trials) => {
    expect(labelsToHalve({ variance: 1, label_variance, labelled: 30, trials })).toBeNull();
  });

  test("a judge that halves the error is worth four times the labels, and never more than all trials", () => {
    expect(effectiveLabels(30, 1000, { with_judge: 0.25, without_judge: 1 })).toBe(120);
    expect(effectiveLabels(30, 100, { with_judge: 0.25, without_judge: 1 })).toBe(100);
    expect(effectiveLabels(30, 1000, { with_judge: 1.1, without_judge: 1 })).toBeLessThan(30);
  });
});

describe("the calibration curve", () => {
  const trials = Array.from({ length: 60 }, (_, index) => ({ judge: index % 6, label: Number(index % 6 > 2) }));

  test("has one point for each score, with Wilson's interval", () => {
    const curve = calibrationCurve(trials, { pass: true });
    expect(curve.map(({ judge, label, count }) => [judge, label, count])).toEqual([
      [0, 0, 10],
      [1, 0, 10],
      [2, 0, 10],
      [3, 1, 10],
      [4, 1, 10],
      [5, 1, 10],
    ]);
    // 10 of 10, as published for Wilson's interval.
    expect(curve[5]!.interval).toMatchObject({ low: expect.closeTo(0.7225, 4), high: 1 });
  });

  test("trials with the same score are never torn apart", () => {
    const same = calibrationCurve(Array.from({ length: 50 }, (_, index) => ({ judge: 7, label: index % 3 })));
    expect(same).toHaveLength(1);
    expect(same[0]).toMatchObject({ low: 7, high: 7, count: 50 });
  });

  test("what is left over joins the last bin", () => {
    const curve = calibrationCurve(
      Array.from({ length: 22 }, (_, index) => ({ judge: index, label: index })),
      { bins: 4 },
    );
    expect(curve.map(({ count }) => count)).toEqual([6, 6, 10]);
  });

  test("a label that stands for more counts more", () => {
    const [bin] = calibrationCurve([
      { judge: 5, label: 4, weight: 3 },
      { judge: 5, label: 8, weight: 1 },
      { judge: 5, label: 4, weight: 0 },
    ]);
    expect(bin!.label).toBe(5);
  });

  test("no labels, no curve; labels that are all the same have no interval", () => {
    expect(calibrationCurve([])).toEqual([]);
    expect(calibrationCurve([{ judge: 5, label: 4 }])[0]!.interval).toMatchObject({ kind: "undefined" });
    expect(calibrationCurve(new Array(8).fill({ judge: 5, label: 4 }))[0]!.interval).toMatchObject({
      kind: "undefined",
    });
  });
});
