import { describe, expect, test } from "vitest";
import { campaignResult, type JudgeScores, type PlannedModel } from "../../../test/support/campaign-result.ts";
import { campaignStatistics } from "./campaign-statistics.ts";
import { renderStatisticsMarkdown, renderStatisticsText } from "./render.ts";

/** Makes one run per case with one verdict each. */
function model(model_id: string, scores: (number | null)[]): PlannedModel {
  return { model_id, cases: Object.fromEntries(scores.map((score, index) => [`case_${index + 1}`, [[[score]]]])) };
}

/** Makes cases with the given runs, each with a panel of judges. */
function panels(model_id: string, cases: JudgeScores[][]): PlannedModel {
  return { model_id, cases: Object.fromEntries(cases.map((runs, index) => [`case_${index + 1}`, runs])) };
}

function textOf(models: PlannedModel[], options?: Parameters<typeof campaignResult>[1]): string {
  const statistics = campaignStatistics(campaignResult(models, options));
  expect(JSON.stringify(statistics)).not.toMatch(/NaN|Infinity/);
  // JSON.stringify turns NaN into null, and only these fields may be null.
  expect(findNulls(statistics)).toEqual([]);
  const text = renderStatisticsText(statistics);
  expect(`${text}${renderStatisticsMarkdown(statistics)}`).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
  return text;
}

const MAY_BE_NULL =
  /\.(p_adjusted|reliability|offsets|furthest_apart|case_by_model|pass_threshold|standard_deviation)$/;

function findNulls(value: unknown, path = ""): string[] {
  if (value === null) return MAY_BE_NULL.test(path) ? [] : [path];
  if (typeof value === "number") return Number.isFinite(value) ? [] : [path];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => findNulls(inner, `${path}.${key}`));
}

const eight = [5, 7, 6, 8, 4, 9, 6, 7];

describe("comparing models", () => {
  test("a difference that is there is stated with its size and interval", () => {
    const text = textOf([model("plain", eight), model("better", [6.5, 8, 8, 9, 5, 10, 7.5, 8])]);
    expect(text).toContain(
      "better is better than plain by 1.3, 95 % interval 1.0 to 1.7, rough (8 cases: 8 higher, 0 lower, 0 equal, p = 0.008).",
    );
  });

  test("thirds tie: eight cases of three whole runs print the exact p-value", () => {
    const runsOf = (extra: number): JudgeScores[] => [[[5 + extra]], [[5]], [[5]]];
    const thirds = [2, 2, 3, -1, 2, -1, 3, 4];
    const text = textOf([
      panels(
        "plain",
        thirds.map(() => runsOf(0)),
      ),
      panels("lifted", thirds.map(runsOf)),
    ]);
    // 14 of 256 sign patterns are as extreme; if rounding split the ties, 8 of 256 would be, and 0.031 would count as a discovery.
    expect(text).toMatch(
      /No difference shown between lifted and plain; .*\(8 cases: 6 higher, 2 lower, 0 equal, p = 0\.055\)/,
    );
  });

  test("where none is shown, the report says how large one would have to be", () => {
    const text = textOf([model("one", eight), model("two", [6, 6, 8, 6, 5, 8, 7, 6])]);
    expect(text).toMatch(
      /No difference shown between one and two; a campaign like this finds a true difference of 2\.\d or more at least four times out of five \(8 cases/,
    );
  });

  test("where not even the whole scale would show, no size is promised", () => {
    const text = textOf([model("one", [0, 10, 0, 10, 5, 10, 1, 9]), model("two", [10, 0, 10, 0, 5, 1, 9, 0])]);
    expect(text).toMatch(
      /No difference shown between .*; these cases are too few to show even a difference of the whole scale reliably \(8 cases/,
    );
  });

  test("where the cases are too few for a promise, the report says so and names no size", () => {
    const six = [5, 7, 6, 8, 4, 9];
    const text = textOf([model("one", six), model("two", [6, 6, 8, 6, 5, 8])]);
    expect(text).toContain("; 6 cases are too few to say how large a difference would be found reliably (6 cases");
  });

  test("the promised size is rounded up, never down", () => {
    const models = [model("one", eight), model("two", [6, 6, 8, 6, 5, 8, 7, 6])];
    const [comparison] = campaignStatistics(campaignResult(models)).comparisons;
    const printed = Number(/difference of (\d\.\d) or more/.exec(comparison!.sentence)?.[1]);
    if (typeof comparison!.detectable !== "number") throw new Error(comparison!.detectable.reason);
    expect(printed).toBeGreaterThanOrEqual(comparison!.detectable);
    expect(printed).toBeLessThan(comparison!.detectable + 0.1);
  });

  test("an interval of few cases is marked beside its numbers, in the table, the sentence, the Markdown and the data", () => {
    const models = [model("plain", eight), model("better", [6.5, 8, 8, 9, 5, 10, 7.5, 8])];
    const statistics = campaignStatistics(campaignResult(models, { passThreshold: 6 }));
    for (const text of [renderStatisticsText(statistics), renderStatisticsMarkdown(statistics)]) {
      expect(text).toMatch(/7\.75 .*\d\.\d\d to \d\.\d\d, rough/);
      expect(text).toMatch(/95 % interval 1\.0 to 1\.7, rough/);
      expect(text).toMatch(/better passes: 88 % \(\d+ % to \d+ %, rough\)/);
      expect(text.match(/Rough: with fewer than 14 values/g)).toHaveLength(1);
    }
    expect(statistics.models[0]).toMatchObject({ score: { interval: { rough: expect.any(String) } } });
    expect(statistics.comparisons[0]).toMatchObject({ difference: { interval: { rough: expect.any(String) } } });
  });

  test("an interval of fourteen cases is not", () => {
    const many = [...eight, 5, 6, 7, 8, 9, 6.5];
    expect(
      textOf([
        model("one", many),
        model(
          "two",
          many.map((score) => score - 1.5 + (score % 2) / 4),
        ),
      ]),
    ).not.toMatch(/rough/i);
  });

  test("too few cases for any verdict are named as such, with the number needed", () => {
    expect(textOf([model("one", [5, 6, 7]), model("two", [8, 9, 9.5])])).toContain(
      "No difference shown between two and one: 3 shared cases can't show any, at least 6 are needed",
    );
  });

  test("where no pair can be told apart, one sentence says so for all", () => {
    expect(textOf([model("a", [5, 6]), model("b", [1, 2]), model("c", [7, 9])])).toContain(
      "No difference shown between any two models: 2 shared cases can't show any, at least 6 are needed.",
    );
  });

  test("the more pairs, the stricter the test", () => {
    const noisy = (by: number) => eight.map((score, index) => score + by + (index % 3 === 0 ? -0.9 : 0.5));
    const verdicts = (...models: PlannedModel[]) =>
      campaignStatistics(campaignResult(models)).comparisons.map(({ verdict }) => verdict);
    expect(verdicts(model("a", eight), model("b", noisy(1)))).toEqual(["first_better"]);
    const alike = Array.from({ length: 4 }, (_, index) => model(`c${index}`, noisy(0.1 * index)));
    expect(verdicts(model("a", eight), model("b", noisy(1)), ...alike)).not.toContain("first_better");
  });

  test("a large difference in every one of eight cases shows even among fifteen pairs", () => {
    const far = (by: number) => eight.map((score, index) => score / 4 + by + ((index * (by + 1)) % 3) / 10);
    const models = [0, 1, 2, 3, 4, 5].map((by) => model(`m${by}`, far(by)));
    const comparisons = campaignStatistics(campaignResult(models)).comparisons;
    expect(new Set(comparisons.map(({ verdict }) => verdict))).toEqual(new Set(["first_better"]));
  });

  test("equal scores in every case, one shared case, and no shared case each get their own words", () => {
    expect(textOf([model("one", eight), model("two", eight)])).toContain(
      "one and two score the same in all 8 shared cases.",
    );
    expect(textOf([model("one", [5]), model("two", [7])])).toContain(
      "two and one share only one scored case, which can't show a difference.",
    );
    expect(textOf([model("one", [5, null]), model("two", [null, 7])])).toContain(
      "two and one have no scored case in common.",
    );
  });

  test("a constant difference is stated without inventing a spread", () => {
    expect(
      textOf([
        model(
          "low",
          eight.map((score) => score - 1),
        ),
        model("high", eight),
      ]),
    ).toContain("high is better than low by 1.0 in every case");
  });

  test("correcting for many pairs never makes a p-value smaller", () => {
    const far = (by: number) => eight.map((score, index) => score / 4 + by + ((index * (by + 1)) % 3) / 10);
    const { comparisons } = campaignStatistics(campaignResult([0, 1, 2].map((by) => model(`m${by}`, far(by)))));
    expect(comparisons.map(({ p_adjusted }) => p_adjusted)).toEqual([2 / 256, 2 / 256, 2 / 256]);
  });

  test("twenty models get a row each: whom they beat, who beats them, and from whom they can't be told", () => {
    const models = Array.from({ length: 20 }, (_, index) =>
      model(
        `m${index}`,
        eight.map((score, number) => score - Math.floor(index / 10) * 3 + Math.sin(index * 8 + number) / 10),
      ),
    );
    const text = textOf(models);
    expect(text).toMatch(/m0 +10 +0 +m\d+, m\d+ and 7 more/);
    expect(text).toMatch(/m19 +0 +10 +m\d+, m\d+ and 7 more/);
    expect(text).toContain("190 pairs, p-values corrected for their number.");
  });
});

describe("thin or missing data", () => {
  test.each<[string, PlannedModel[], string]>([
    ["no models", [], "Not known, because there are no scores."],
    ["one case, one run, one verdict", [model("a", [7])], "No interval where there is only one case."],
    ["all scores equal", [model("a", [7, 7, 7])], "No interval where all cases have the same score."],
    ["no score at all", [model("a", [null, null])], "none"],
    ["runs that were never judged", [{ model_id: "a", cases: { one: [null] } }], "1 of 1 trial"],
  ])("%s: words, never NaN", (_, models, expected) => {
    expect(textOf(models)).toContain(expected);
    expect(textOf(models, { passThreshold: 6, judgeCost: null })).toContain(expected);
  });

  test("an unscored trial is left out of the mean and counted", () => {
    const statistics = campaignStatistics(campaignResult([model("a", [8, null, 6])]));
    expect(statistics.models[0]).toMatchObject({ score: { mean: 7, cases: 2 }, trials: 3, trials_without_score: 1 });
    expect(statistics.rates.unscored).toMatchObject({ successes: 1, trials: 3 });
    expect(statistics.rates.broken_verdicts).toMatchObject({ successes: 1, trials: 3 });
  });

  test("intervals do not leave the scale", () => {
    const [summary] = campaignStatistics(campaignResult([model("a", [9, 10, 10])])).models;
    expect(summary?.score).toMatchObject({ interval: { high: 10 } });
  });
});

describe("judges", () => {
  const noisy = panels("a", [
    [
      [
        [8, 8.5],
        [6, 6.5],
      ],
    ],
    [
      [
        [4, 4.5],
        [2, 2],
      ],
    ],
    [
      [
        [6, 6],
        [4, 4.5],
      ],
    ],
  ]);

  test("agreement of repetitions and between judges, and a strict judge, are named", () => {
    const text = textOf([noisy]);
    expect(text).toMatch(/Repetitions of judge_1 agree: α 0\.9\d, reliable/);
    expect(text).toMatch(/Judges agree with each other: α 0\.\d+, not reliable/);
    expect(text).toContain("judge_2 scores 1.0 below the panel's mean");
  });

  test("a low α among trials that are all alike is not blamed on the judges alone", () => {
    const alike = campaignResult([panels("a", [[[[9], [8.5]]], [[[9.1], [8.5]]], [[[9], [8.6]]]])]);
    const close = alike.trials.map((trial) => ({ ...trial, disagreement: 0.5 }));
    const far = alike.trials.map((trial) => ({ ...trial, disagreement: 3 }));
    const words = "not reliable, or the trials are too alike to tell";
    expect(renderStatisticsText(campaignStatistics({ ...alike, trials: close }))).toContain(words);
    expect(renderStatisticsText(campaignStatistics({ ...alike, trials: far }))).not.toContain(words);
  });

  test("one verdict per trial: agreement is unknown, in words", () => {
    expect(textOf([model("a", eight)])).toContain(
      "Agreement of repetitions is not known: every trial was judged once per judge.",
    );
  });

  test("verdicts on both sides of the threshold are ambiguous; without a threshold those more than 2 apart", () => {
    const split = panels("a", [[[[5.5, 6.5]]], [[[8, 9]]], [[[2, 5]]]]);
    const rates = (passThreshold: number | null) =>
      campaignStatistics(campaignResult([split], { passThreshold })).rates.ambiguous;
    expect(rates(6)).toMatchObject({ successes: 1, trials: 3 });
    expect(rates(null)).toMatchObject({ successes: 1, trials: 3 });
  });
});

describe("trials that share their verdicts, because their packets are equal to the byte", () => {
  const verdicts: JudgeScores[] = [[[8, 6, 7]], [[8, 6, 7]]];
  const measured = campaignResult([panels("a", [verdicts, [[[5, 3, 4]], [[2, 2, 2]]]])]);
  const [first] = measured.trials;
  const shared = {
    ...measured,
    trials: measured.trials.map((trial) =>
      trial.case_id === "case_1" ? { ...trial, judge_runs: first!.judge_runs } : trial,
    ),
  };

  test("are one observation of the judges: agreement, broken verdicts and quotes count their calls once", () => {
    const apart = campaignStatistics(measured);
    const together = campaignStatistics(shared);
    expect(apart.rates).toMatchObject({ shared: 0, broken_verdicts: { trials: 12 }, grounded: { trials: 24 } });
    expect(together.rates).toMatchObject({ shared: 1, broken_verdicts: { trials: 9 }, grounded: { trials: 18 } });
    expect(together.agreement.repetitions[0]!.agreement).toMatchObject({ units: 3 });
    expect(renderStatisticsText(together)).toContain(
      "1 trial was identical to another one in everything the judges saw",
    );
    expect(renderStatisticsText(apart)).not.toContain("very bytes");
  });

  test("leave scores, intervals and counts of trials as they are: those go by case", () => {
    expect(campaignStatistics(shared).models).toEqual(campaignStatistics(measured).models);
    expect(campaignStatistics(shared).rates.unscored).toMatchObject({ trials: 4 });
  });
});

test("one trial, however often it was judged, tells nothing about agreement", () => {
  const text = textOf([panels("a", [[[[8, 6, 7]]]])]);
  expect(text).toContain("Repetitions of judge_1 agree: not known, because only one unit was rated twice.");
});

describe("reliability", () => {
  const runs = (...scores: number[]): JudgeScores[] => scores.map((score) => [[score]]);

  test("with a threshold, the chance that every run passes is reported beside the pass rate", () => {
    const text = textOf([panels("a", [runs(7, 7, 7), runs(7, 7, 2), runs(2, 2, 2), runs(8, 8, 8)])], {
      passThreshold: 6,
    });
    expect(text).toMatch(/a passes: 67 % \(\d+ % to \d+ %, rough\); all of 3 runs pass: 50 %/);
  });

  test("a rate that is the same in every case is not called certain", () => {
    expect(textOf([panels("a", [runs(7, 3), runs(2, 8)])], { passThreshold: 6 })).toContain(
      "a passes: 50 % (9 % to 91 %, rough)",
    );
  });

  test("cases that all pass are not called certain", () => {
    expect(textOf([panels("a", [runs(7), runs(8), runs(9)])], { passThreshold: 6 })).toContain(
      "a passes: 100 % (44 % to 100 %, rough)",
    );
  });

  test("without a threshold nothing is said", () => {
    expect(textOf([model("a", eight)])).not.toContain("Reliability");
  });
});

describe("where the noise comes from", () => {
  test("noisy judges that are cheap are the better buy", () => {
    const models = [
      panels(
        "a",
        [2, 4, 6, 8, 3, 7].map(() => [[[3, 9]], [[9, 3]]]),
      ),
    ];
    const { noise } = campaignStatistics(campaignResult(models.map((planned) => ({ ...planned, cost: 0.1 }))));
    expect(noise).toMatchObject({ price_unit: "usd", components: { judge: 18, run: 0 } });
    expect(noise.kind === "noise" && noise.next[0]?.what).toBe("judge_calls");
  });

  test("cases that differ are best met with more cases", () => {
    const text = textOf([
      panels(
        "a",
        [2, 4, 6, 8, 3, 7].map((score) => [[[score, score + 0.2]], [[score + 0.3, score]]]),
      ),
    ]);
    expect(text).toContain(
      "What to buy next, with twice the money: more cases (6 → 12) would make intervals 39 % narrower",
    );
  });

  test("twice the cases shrink the error by 29 %, and the interval by more, because t falls as well", () => {
    const widthOf = (count: number) => {
      const scores = Array.from({ length: count }, (_, index) => 3 + (index % 5));
      const { noise } = campaignStatistics(campaignResult([model("a", scores)]));
      return noise.kind === "noise" && noise.next.find(({ what }) => what === "cases")?.width;
    };
    // √½ · t(.975; 15) / t(.975; 7) = 0.7071 · 2.1314 / 2.3646
    expect(widthOf(8)).toBeCloseTo(0.6374, 4);
    expect(widthOf(1000)).toBeCloseTo(Math.SQRT1_2, 2);
  });

  test("scores without any spread are told as such, and nothing is bought by figures that rounding left behind", () => {
    const same = (id: string, score: number) =>
      panels(
        id,
        [1, 2, 3, 4, 5, 6].map(() => [[[score, score, score]], [[score, score, score]]]),
      );
    for (const models of [[same("a", 7.1)], [same("a", 0.1 + 0.2), same("b", 6.7)]]) {
      const text = textOf(models);
      expect(text).toContain("All scores of a model are equal: no noise to explain.");
      expect(text).not.toContain("What to buy next");
    }
  });

  test("models that differ by the same in every case have no interval that anything could narrow", () => {
    const shifted = (id: string, by: number) =>
      panels(
        id,
        [0.1, 0.2, 0.3, 1.7, 2.9, 4.4].map((score) => [[[score + by]]]),
      );
    const text = textOf([shifted("a", 0), shifted("b", 0.3)]);
    expect(text).toContain("The models differ by the same amount in every case");
    expect(text).not.toContain("What to buy next");
  });

  test("one case has no interval that more cases could narrow", () => {
    const { noise } = campaignStatistics(campaignResult([panels("a", [[[[5, 6]], [[7, 9]]]])]));
    expect(noise.kind === "noise" && noise.next.find(({ what }) => what === "cases")?.width).toMatchObject({
      kind: "undefined",
    });
  });

  test("without reported costs it counts calls and says so", () => {
    const planned = panels("a", [[[[5, 6]]], [[[7, 9]]]]);
    expect(textOf([{ ...planned, cost: null }], { judgeCost: null })).toContain(
      "twice the calls (costs are not known)",
    );
  });

  test("what one run per case can't tell is said", () => {
    expect(textOf([model("a", eight)])).toContain(
      "Differences between runs are not known: every case was run only once.",
    );
  });
});

test("the same campaign gives the same bytes", () => {
  const result = campaignResult([model("one", eight), model("two", eight.toReversed())]);
  expect(JSON.stringify(campaignStatistics(result))).toBe(JSON.stringify(campaignStatistics(result)));
});
