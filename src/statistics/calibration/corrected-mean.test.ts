import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { clusteredMean, correctedMean, type JudgedUnit, wilsonInterval } from "../index.ts";

const example = JSON.parse(
  readFileSync(new URL("../../../test/fixtures/prediction-powered/pppower-example.json", import.meta.url), "utf8"),
) as {
  published: { estimate: number; se: number; lambda: number; ci: [number, number] };
  labels: number[];
  predictions: number[];
  unlabelled: number[];
};

/** One trial per case; the first ones are labelled. */
function units(labels: readonly number[], predictions: readonly number[], unlabelled: readonly number[]): JudgedUnit[] {
  const probability = labels.length / (labels.length + unlabelled.length);
  return [
    ...labels.map((label, index) => ({ case_id: `l${index}`, judge: predictions[index]!, label, probability })),
    ...unlabelled.map((judge, index) => ({ case_id: `u${index}`, judge })),
  ];
}

function found(result: ReturnType<typeof correctedMean>) {
  if (result.kind === "undefined") throw new Error(result.reason);
  return result;
}

describe("the published example of PPI++", () => {
  const all = units(example.labels, example.predictions, example.unlabelled);
  const { lambda, estimate } = example.published;
  // PPI++ averages the judge over the unlabelled alone, we over all: the same estimate, with λ (1 + n/N).
  const slope = lambda * (1 + example.labels.length / example.unlabelled.length);

  test("the estimate is the published one", () => {
    expect(found(correctedMean(all, { lambda: slope })).corrected.value).toBeCloseTo(estimate, 6);
  });

  test("λ tuned out of fold is the published one but for what leaving cases out costs", () => {
    const tuned = found(correctedMean(all));
    expect(tuned.lambda / slope).toBeGreaterThan(0.98);
    expect(tuned.lambda / slope).toBeLessThan(1.02);
    expect(tuned.corrected.value).toBeCloseTo(estimate, 2);
  });

  const { labels, predictions, unlabelled, published } = example;
  const [n, N] = [labels.length, unlabelled.length];
  const spread = (one: readonly number[], other = one) => {
    const centre = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [first, second] = [centre(one), centre(other)];
    return one.reduce((sum, value, index) => sum + (value - first) * (other[index]! - second), 0) / (one.length - 1);
  };

  test("the published λ is Cov(Y, f) / ((1 + n/N) Var(f)), all of the labelled", () => {
    expect(spread(labels, predictions) / ((1 + n / N) * spread(predictions))).toBeCloseTo(lambda, 5);
  });

  // The page prints 0.0498 and the formula of the paper gives 0.0514, of the same data. The package behind the page, R's pppower, takes Var(f) from the 100 labelled in all places
  // (Var(Y)/n + λ² Var(f) (1/n + 1/N) − 2 λ Cov(Y, f)/n). The paper (arXiv 2311.01453, section 3) has Var(Y − λf)/n of the labelled and λ² Var(f)/N of the unlabelled. They estimate the
  // same; here the labelled judge scores happen to be spread less, 1.00 against 1.31. Nothing is one-sided, λ is not clipped, and both divide by n − 1.
  const labelledThroughout =
    spread(labels) / n +
    lambda ** 2 * spread(predictions) * (1 / n + 1 / N) -
    (2 * lambda * spread(labels, predictions)) / n;
  const ofThePaper =
    spread(labels.map((label, index) => label - lambda * predictions[index]!)) / n +
    (lambda ** 2 * spread(unlabelled)) / N;

  test("the published error and interval are the formula's with the spread of the labelled judge scores throughout", () => {
    expect(Math.sqrt(labelledThroughout)).toBeCloseTo(published.se, 6);
    // z, not t: 1.959964.
    expect(estimate + 1.959964 * Math.sqrt(labelledThroughout)).toBeCloseTo(published.ci[1], 5);
    expect(estimate - 1.959964 * Math.sqrt(labelledThroughout)).toBeCloseTo(published.ci[0], 5);
  });

  test("ours is that of the paper, with the spread of the unlabelled in its place", () => {
    expect(Math.sqrt(ofThePaper)).toBeCloseTo(0.0514477, 6);
    const { standard_error } = found(correctedMean(all, { lambda: slope })).corrected;
    // The paper's, but for n − 1 in small places and the mean of the judge over all 1,100 instead of 1,000.
    expect(standard_error / Math.sqrt(ofThePaper)).toBeGreaterThan(0.99);
    expect(standard_error / Math.sqrt(ofThePaper)).toBeLessThan(1.015);
  });

  test("λ = 1 is plain prediction-powered inference, λ = 0 the mean of the labels", () => {
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(found(correctedMean(all, { lambda: 0 })).corrected.value).toBeCloseTo(mean(labels), 10);
    const everything = mean([...predictions, ...unlabelled]);
    expect(found(correctedMean(all, { lambda: 1 })).corrected.value).toBeCloseTo(
      everything + mean(labels) - mean(predictions),
      10,
    );
  });
});

/** An independent generator, so that our code is not tested with itself. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

const next = numbers(42);
const CASES = Array.from({ length: 22 }, (_, index) => {
  const label = Math.round(10 * next());
  return { case_id: `c${index}`, label, judge: Math.round(label * 0.6 + 4 * next()) };
});
const truth = CASES.reduce((sum, { label }) => sum + label, 0) / CASES.length;

describe("over all samples that could have been drawn", () => {
  test("the estimate with a fixed λ is right on average: all 231 ways to leave two of 22 out", () => {
    const estimates: number[] = [];
    for (let one = 0; one < CASES.length; one++)
      for (let other = one + 1; other < CASES.length; other++)
        estimates.push(
          found(
            correctedMean(
              CASES.map(({ label, ...rest }, index) =>
                index === one || index === other ? rest : { ...rest, label, probability: 20 / 22 },
              ),
              { lambda: 0.7 },
            ),
          ).corrected.value,
        );
    expect(estimates).toHaveLength(231);
    expect(estimates.reduce((sum, value) => sum + value, 0) / 231).toBeCloseTo(truth, 10);
  });

  test("so it is when strata are drawn with different chances, where a plain mean of labels is not", () => {
    // The lower half is fully labelled; the upper half lacks one in turn.
    const high = CASES.toSorted((a, b) => a.judge - b.judge).slice(11);
    const estimates = high.map(({ case_id: left }) => {
      const drawn = CASES.map(({ label, ...rest }): JudgedUnit => {
        const isHigh = high.some(({ case_id }) => case_id === rest.case_id);
        const stratum = isHigh ? "high" : "low";
        return rest.case_id === left
          ? { ...rest, stratum }
          : { ...rest, stratum, label, probability: isHigh ? 10 / 11 : 1 };
      });
      const weighed = drawn.map(({ stratum: _, ...rest }) => rest);
      return [
        found(correctedMean(drawn, { lambda: 0.7 })).corrected.value,
        // Without strata, weights alone have the same effect up to the ratio of weights.
        found(correctedMean(weighed, { lambda: 0.7 })).corrected.value,
      ];
    });
    const average = (index: number) => estimates.reduce((sum, pair) => sum + pair[index]!, 0) / estimates.length;
    expect(average(0)).toBeCloseTo(truth, 10);
    expect(average(1)).toBeCloseTo(truth, 2);
  });
});

describe("with a label for every trial", () => {
  test("the judge has no say, and the interval is that of the labels' cases", () => {
    const census = CASES.map((unit) => ({ ...unit, probability: 1 }));
    const result = found(correctedMean(census, { scale: { low: 0, high: 10 } }));
    const plain = clusteredMean(
      CASES.map(({ label }) => [label]),
      { scale: { low: 0, high: 10 } },
    );
    if (plain.kind === "undefined" || typeof plain.standard_error !== "number") throw new Error("no mean");
    expect(result.corrected.value).toBeCloseTo(plain.mean, 10);
    expect(result.corrected.standard_error / plain.standard_error).toBeGreaterThan(0.99);
    expect(result.corrected.standard_error / plain.standard_error).toBeLessThan(1.06);
    expect(result.effective_labels).toBeLessThanOrEqual(22);
  });

  test("runs of a case count as one case, as in an uncorrected score", () => {
    const repeated = CASES.flatMap(({ case_id, label, judge }, index) =>
      Array.from({ length: index === 0 ? 5 : 1 }, () => ({ case_id, label, judge, probability: 1 })),
    );
    expect(found(correctedMean(repeated)).corrected.value).toBeCloseTo(truth, 10);
  });
});

describe("a judge that tells nothing", () => {
  const labelled = units(
    Array.from({ length: 30 }, (_, index) => index % 7),
    new Array<number>(30).fill(8),
    new Array<number>(100).fill(8),
  );

  test("is not listened to when it always says the same", () => {
    const result = found(correctedMean(labelled));
    expect(result.lambda).toBe(0);
    expect(result.corrected).toEqual(result.labels_alone);
    expect(result.uncorrected).toBeCloseTo(8, 10);
    expect(result.effective_labels).toBeCloseTo(30, 10);
  });

  test("is not listened to when it says the opposite", () => {
    const opposite = labelled.map((unit) => (unit.label === undefined ? unit : { ...unit, judge: 10 - unit.label }));
    expect(found(correctedMean(opposite)).lambda).toBe(0);
  });
});

describe("the interval of a pass rate", () => {
  const scale = { low: 0, high: 1 };
  const intervalOf = (trials: JudgedUnit[]) => {
    const given = found(correctedMean(trials, { scale })).corrected.interval;
    if (given.kind === "undefined") throw new Error(given.reason);
    return given;
  };
  const trialsWith = (passes: number, labels = 30): JudgedUnit[] =>
    Array.from({ length: 200 }, (_, index) => ({
      case_id: `c${index}`,
      judge: 1,
      ...(index < labels ? { label: Number(index < passes), probability: labels / 200 } : {}),
    }));
  const width = ({ low, high }: { low: number; high: number }) => high - low;

  test("with 30 labels and a judge that tells nothing holds the truth 95 times in 100, although there are only 31 possible rates", () => {
    const intervals = Array.from({ length: 31 }, (_, passes) => intervalOf(trialsWith(passes)));
    const coverage = (truth: number) => {
      let ways = 1;
      let chance = 0;
      for (let passes = 0; passes <= 30; ways = (ways * (30 - passes)) / ++passes)
        if (intervals[passes]!.low <= truth && truth <= intervals[passes]!.high)
          chance += ways * truth ** passes * (1 - truth) ** (30 - passes);
      return chance;
    };
    expect(coverage(0.675)).toBeCloseTo(0.95, 3);
    for (const truth of [0.25, 0.4, 0.5, 0.6, 0.75, 0.8]) {
      expect(coverage(truth)).toBeGreaterThan(0.93);
      expect(coverage(truth)).toBeLessThan(0.97);
    }
  });

  test("is Wilson's, of as many trials as have its variance", () => {
    const { value, standard_error, interval } = found(correctedMean(trialsWith(24), { scale })).corrected;
    const trials = (value * (1 - value)) / standard_error ** 2;
    expect(wilsonInterval(value * trials, trials)).toMatchObject({ interval });
    expect(trials).toBeGreaterThan(28);
    expect(trials).toBeLessThan(30);
  });

  test("is that of any mean where annotators who disagree leave a half, and where some labels say more than others", () => {
    const plain = width(intervalOf(trialsWith(20)));
    const half = trialsWith(20).map((unit, index) => (index === 0 ? { ...unit, label: 0.5 } : unit));
    expect(width(intervalOf(half))).toBeGreaterThan(1.05 * plain);
    const unequal = trialsWith(28, 40).map((unit, index) => (index % 3 === 0 ? { ...unit, probability: 0.4 } : unit));
    expect(width(intervalOf(unequal))).toBeGreaterThan(1.05 * width(intervalOf(trialsWith(28, 40))));
  });

  test("of fewer than 30 labels is marked as rough, also where all of them pass", () => {
    const isRough = (passes: number, labels: number) => intervalOf(trialsWith(passes, labels)).rough !== undefined;
    expect([isRough(20, 20), isRough(19, 20), isRough(30, 30), isRough(29, 30)]).toEqual([true, true, false, false]);
  });

  test("stays on the scale where the judge moves the rate beyond its end", () => {
    const trials = trialsWith(29).map((unit, index) => ({ ...unit, judge: index < 30 && index % 3 === 0 ? 0 : 1 }));
    const { corrected } = found(correctedMean(trials, { scale, lambda: 1 }));
    expect(corrected.value).toBeGreaterThan(1);
    expect(intervalOf(trials).high).toBeLessThanOrEqual(1);
    expect(corrected.interval).toMatchObject({ kind: "interval", high: 1 });
  });
});

describe("nothing is corrected, and it says why,", () => {
  const drawn = (count: number): JudgedUnit[] =>
    Array.from({ length: 100 }, (_, index) => ({
      case_id: `c${index}`,
      judge: index % 5,
      ...(index < count ? { label: index % 4, probability: 0.2 } : {}),
    }));

  test.each<[string, JudgedUnit[], string]>([
    [
      "with too few labels",
      drawn(19),
      "19 of 100 trials have a label that was drawn at random, and at least 20 are needed",
    ],
    ["without labels", drawn(0), "0 of 100 trials have a label that was drawn at random, and at least 20 are needed"],
    [
      "with labels chosen by hand",
      drawn(40).map(({ probability: _, ...unit }) => unit),
      "0 of 100 trials have a label that was drawn at random, and at least 20 are needed; 40 more were chosen by hand, which corrects nothing",
    ],
    [
      "with labels of impossible chance",
      drawn(40).map((unit) => (unit.probability ? { ...unit, probability: 0 } : unit)),
      "0 of 100 trials have a label that was drawn at random, and at least 20 are needed; 40 more were chosen by hand, which corrects nothing",
    ],
    [
      "with many labels about few cases",
      drawn(40).map((unit, index) => ({ ...unit, case_id: `c${index % 10}` })),
      "the labels are about 10 cases, and at least 20 are needed",
    ],
    [
      "with a single label",
      drawn(1),
      "1 of 100 trials has a label that was drawn at random, and at least 20 are needed",
    ],
    [
      "with a single label chosen by hand",
      drawn(1).map(({ probability: _, ...unit }) => unit),
      "0 of 100 trials have a label that was drawn at random, and at least 20 are needed; 1 more was chosen by hand, which corrects nothing",
    ],
    [
      "with many labels about one case",
      drawn(40).map((unit) => ({ ...unit, case_id: "only" })),
      "the labels are about one case, and at least 20 are needed",
    ],
    ["without trials", [], "0 of 0 trials have a label that was drawn at random, and at least 20 are needed"],
  ])("%s", (_, trials, reason) => {
    expect(correctedMean(trials)).toEqual({ kind: "undefined", reason });
  });

  test("labels that are all the same give no interval of a score", () => {
    const result = found(correctedMean(drawn(30).map((unit) => (unit.probability ? { ...unit, label: 7 } : unit))));
    expect(result.corrected.value).toBeCloseTo(7, 10);
    expect(result.corrected.interval).toEqual({ kind: "undefined", reason: "all labels are the same" });
  });

  test("labels that all pass give Wilson's interval", () => {
    const passes = drawn(30).map((unit) =>
      unit.probability ? { ...unit, judge: 1, label: 1 } : { ...unit, judge: 1 },
    );
    const { interval } = found(correctedMean(passes, { scale: { low: 0, high: 1 } })).corrected;
    if (interval.kind === "undefined") throw new Error(interval.reason);
    // 30 of 30, as published for Wilson's interval.
    expect(interval.low).toBeCloseTo(0.8865, 4);
    expect(interval.high).toBe(1);
  });
});

describe("strata", () => {
  const stratified = (labelsOf: (stratum: number) => number): JudgedUnit[] =>
    Array.from({ length: 90 }, (_, index) => {
      const stratum = index % 3;
      const place = Math.floor(index / 3);
      return {
        case_id: `c${index}`,
        judge: stratum * 3 + (place % 3),
        stratum: `s${stratum}`,
        ...(place < labelsOf(stratum) ? { label: stratum * 3 + (place % 2), probability: labelsOf(stratum) / 30 } : {}),
      };
    });

  test("a stratum without labels joins its neighbour and is not forgotten", () => {
    const result = found(correctedMean(stratified((stratum) => (stratum === 2 ? 0 : 15))));
    expect(result.labels).toBe(30);
    expect(result.trials).toBe(90);
    // The judge's scores carry the information of the stratum above.
    expect(result.corrected.value).toBeGreaterThan(2);
  });

  test("a drawn trial that nobody labelled costs precision, not correctness", () => {
    const complete = stratified(() => 15);
    const skipped = complete.map((unit, index) => {
      if (index % 15 !== 0) return unit;
      const { label: _, probability: __, ...rest } = unit;
      return rest;
    });
    const difference = found(correctedMean(skipped)).corrected.value - found(correctedMean(complete)).corrected.value;
    expect(Math.abs(difference)).toBeLessThan(0.2);
  });

  test("units without a stratum make it one whole with weights", () => {
    const some = stratified(() => 15).map((unit, index) => (index === 5 ? { ...unit, stratum: undefined } : unit));
    expect(found(correctedMean(some)).labels).toBe(45);
  });
});
