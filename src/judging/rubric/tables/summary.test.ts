import { describe, expect, test } from "vitest";
import type { Rating } from "./rating.ts";
import { RatingStore } from "./rating-store.ts";
import { summarizeRatingStore } from "./summary.ts";
import { summaryMarkdown } from "./summary-markdown.ts";

interface Words {
  question?: string;
  variant?: string;
  model?: string;
  judge?: string;
  score?: number | null;
  sample?: string;
  status?: Rating["status"];
  evidence?: Rating["evidence"];
  namesItself?: boolean;
  brokenAnswers?: Rating["brokenAnswers"];
}

function rating({ question = "q1", variant = "a", model = "m", judge = "j", score = 1, ...rest }: Words): Rating {
  const sample = rest.sample ?? `${model}/${variant}/${question}`;
  return {
    columns: {},
    status: rest.status ?? "verdict",
    scores: score === null || rest.status ? {} : { clear: score },
    roles: { sample, model, promptVariant: variant, evalSetVariant: "core", question, judge },
    failureTags: [],
    reasons: [],
    brokenRules: {},
    evidence: rest.evidence ?? { quoted: 1, verified: 1, task_only: 0 },
    selfJudging: false,
    namesItself: rest.namesItself ?? false,
    brokenAnswers: rest.brokenAnswers ?? [],
    offline: false,
    costUsd: null,
  };
}

function summaryOf(ratings: Rating[], dimensions = ["clear"], scales = {}) {
  const store = new RatingStore(dimensions);
  for (const each of ratings) store.add(each);
  return summarizeRatingStore(store, scales);
}

test("the mean takes questions as units: many judgements of one question weigh no more than one of another", () => {
  const { means } = summaryOf([
    ...[2, 2, 2, 2].map((score) => rating({ question: "q1", score })),
    rating({ question: "q2", score: 0 }),
  ]);
  expect(means).toMatchObject([{ dimension: "clear", mean: { mean: 1, cases: 2, scores: 5 } }]);
});

test("600 variants are compared with each other, each with each", { timeout: 60_000 }, () => {
  const ratings = Array.from({ length: 600 }, (_, number) => rating({ variant: `v${number}`, question: `q${number}` }));
  expect(summaryOf(ratings).differences).toHaveLength((600 * 599) / 2);
});

describe("samples that name themselves", () => {
  const ratings = [
    rating({ question: "q1", score: 2, namesItself: true }),
    rating({ question: "q2", score: 1 }),
    rating({ question: "q1", variant: "b", score: 0 }),
    rating({ question: "q2", variant: "b", score: 0 }),
  ];

  test("count in the means, and the means and differences without them stand beside", () => {
    const { means, self_naming } = summaryOf(ratings);
    expect(means[0]).toMatchObject({ mean: { mean: 1.5, cases: 2 } });
    expect(self_naming).toMatchObject({
      samples: 1,
      means_without: [{ mean: { mean: 1, cases: 1 } }, { mean: { mean: 0, cases: 2 } }],
      differences_without: [{ difference: { difference: -1, cases: 1, unpaired: 1 } }],
    });
    expect(summaryMarkdown("x", summaryOf(ratings))).toContain(
      "## Without 1 sample that names its own model or variant: means",
    );
  });

  test("are not mentioned where there are none", () => {
    expect(summaryOf(ratings.slice(1)).self_naming).toBeNull();
    expect(summaryMarkdown("x", summaryOf(ratings.slice(1)))).not.toContain("own model");
  });
});

describe("answers that broke the contract", () => {
  const violations = [{ rule: "not_json", path: "", message: "the answer is not JSON" }];

  test("are counted and named with judge, sample, attempt and what was wrong, mended or not", () => {
    const summary = summaryOf([
      rating({ brokenAnswers: [{ attempt: 1, violations }] }),
      rating({
        question: "q2",
        status: "invalid",
        brokenAnswers: [1, 2, 3].map((attempt) => ({ attempt, violations })),
      }),
    ]);
    expect(summary.broken_answers.count).toBe(4);
    expect(summary.broken_answers.first[0]).toMatchObject({
      judge: "j",
      question: "q1",
      attempt: 1,
      became: "verdict",
    });
    const text = summaryMarkdown("x", summary);
    expect(text).toMatch(/\| j \| m\/a\/q1 \(q1\) \| 1 \| 1 \| the answer is not JSON \| asked again, then valid \|/);
    expect(text).toMatch(/\| j \| m\/a\/q2 \(q2\) \| 1 \| 3 \| the answer is not JSON \| invalid \|/);
  });

  test("beyond the first are counted, not listed", () => {
    const summary = summaryOf(
      Array.from({ length: 500 }, (_, at) =>
        rating({ question: `q${at}`, brokenAnswers: [{ attempt: 1, violations }] }),
      ),
    );
    expect(summary.broken_answers).toMatchObject({ count: 500, first: { length: 200 } });
    expect(summaryMarkdown("x", summary)).toContain("… and 470 more; judgements.jsonl has all of them.");
  });
});

test("variants are paired on the same questions; a question that only one has does not count", () => {
  const { differences } = summaryOf(
    [
      ...["q1", "q2", "q3"].map((question, index) => rating({ question, variant: "a", score: index })),
      ...["q1", "q2"].map((question, index) => rating({ question, variant: "b", score: index + 1 + index })),
    ],
    ["clear"],
    { clear: { low: 0, high: 100 } },
  );
  // q1: 1 − 0 = 1; q2: 3 − 1 = 2. Mean 1.5, standard deviation √0.5, t(1) = 12.706, half width 12.706 · 0.5.
  expect(differences).toMatchObject([
    { first: "a", second: "b", difference: { difference: 1.5, cases: 2, unpaired: 1, better: 2 } },
  ]);
  expect(differences[0]!.difference).toMatchObject({
    interval: { low: expect.closeTo(1.5 - 6.353, 3), high: expect.closeTo(1.5 + 6.353, 3) },
  });
});

test("variants of different models or eval sets are never compared", () => {
  const { differences } = summaryOf([rating({ model: "m", variant: "a" }), rating({ model: "n", variant: "b" })]);
  expect(differences).toEqual([]);
});

test("three variants give three differences per dimension and for the total", () => {
  const ratings = ["a", "b", "c"].map((variant) => ({ ...rating({ variant }), scores: { clear: 1, short: 2 } }));
  const { differences } = summaryOf(ratings, ["clear", "short"]);
  expect(differences.map(({ dimension, first, second }) => `${dimension} ${first}${second}`)).toEqual([
    ...["clear ab", "clear ac", "clear bc"],
    ...["short ab", "short ac", "short bc"],
    ...["total ab", "total ac", "total bc"],
  ]);
});

test("an invalid judgement lowers no mean, it raises the invalid rate", () => {
  const { means, judges, judgements, samples } = summaryOf([
    rating({ score: 2 }),
    rating({ question: "q2", status: "invalid", evidence: { quoted: 3, verified: 1, task_only: 1 } }),
    rating({ question: "q3", status: "unanswered", evidence: { quoted: 0, verified: 0, task_only: 0 } }),
  ]);
  expect(means[0]!.mean).toMatchObject({ mean: 2 });
  expect(judgements).toEqual({ verdicts: 1, invalid: 1, unanswered: 1 });
  expect(samples).toBe(3);
  expect(judges[0]).toMatchObject({
    invalid_rate: { share: 0.5, trials: 2 },
    verified_evidence: { quoted: 4, verified: 2, share: 0.5, task_only: 1 },
  });
});

describe("consistency and agreement", () => {
  test("a judge that gives one of two samples another score the second time is consistent in half of them", () => {
    const ratings = [
      rating({}),
      rating({}),
      rating({ question: "q2", score: 0 }),
      rating({ question: "q2", score: 2 }),
    ];
    expect(summaryOf(ratings).judges[0]!.self_consistency).toMatchObject([{ samples: 2, always_equal: 0.5 }]);
  });

  test("two judges who always agree have an α of 1", () => {
    const ratings = ["q1", "q2", "q3"].flatMap((question, score) =>
      ["j", "k"].map((judge) => rating({ question, judge, score })),
    );
    expect(summaryOf(ratings).agreement_between_judges).toMatchObject([{ agreement: { alpha: 1, units: 3 } }]);
  });

  test("repetitions are no second judge", () => {
    expect(summaryOf([rating({}), rating({})]).agreement_between_judges[0]!.agreement).toEqual({
      kind: "undefined",
      reason: "there is only one judge",
    });
  });
});

test("a rating without some dimension has no total, and its other scores count", () => {
  const ratings = [
    { ...rating({ question: "q1" }), scores: { clear: 1, short: 2 } },
    { ...rating({ question: "q2" }), scores: { clear: 2 } as Record<string, number> },
  ];
  const { means } = summaryOf(ratings, ["clear", "short"]);
  expect(means.map(({ dimension, mean }) => [dimension, mean.kind === "mean" ? mean.cases : 0])).toEqual([
    ["clear", 2],
    ["short", 1],
    ["total", 1],
  ]);
});

test("the page for people survives labels that would break a table", () => {
  const page = summaryMarkdown("x", summaryOf([rating({ variant: "a | b\nc" })]));
  expect(page).toContain("| m | a \\| b c | core |");
});

test("nothing at all is summarized as nothing", () => {
  expect(summaryOf([])).toMatchObject({ samples: 0, means: [], differences: [], judges: [] });
});

describe("intervals", () => {
  const two = (first: number, second: number) => [
    rating({ question: "q1", score: first }),
    rating({ question: "q2", score: second }),
  ];
  const variants = [
    ...two(1, 4),
    rating({ question: "q1", variant: "w", score: 4 }),
    rating({ question: "q2", variant: "w", score: 3 }),
  ];

  test("stay on the scale of the rubric, those of differences within its width", () => {
    const { means, differences } = summaryOf(variants, ["clear"], { clear: { low: 0, high: 4 } });
    // t(1) = 12.7: without the scale, −16.6 to 21.6.
    expect(means.map(({ mean }) => mean)).toMatchObject([
      { interval: { low: 0, high: 4 } },
      { interval: { low: 0, high: 4 } },
    ]);
    expect(differences).toMatchObject([{ difference: { interval: { low: -4, high: 4 } } }]);
  });

  test("where the scale is not known, stay within the scores that were given", () => {
    expect(summaryOf(variants).means[0]).toMatchObject({ mean: { interval: { low: 1, high: 4 } } });
  });

  test("of the total stay on the sum of the scales", () => {
    const both = (question: string, scores: Record<string, number>) => ({ ...rating({ question }), scores });
    const ratings = [both("q1", { clear: 0, short: 2 }), both("q2", { clear: 2, short: 4 })];
    const scales = { clear: { low: 0, high: 2 }, short: { low: 0, high: 4 } };
    const total = summaryOf(ratings, ["clear", "short"], scales).means.find(({ dimension }) => dimension === "total");
    expect(total).toMatchObject({ mean: { interval: { low: 0, high: 6 } } });
  });

  test("are absent with a reason where all questions agree, and marked where there are few", () => {
    const page = summaryMarkdown(
      "x",
      summaryOf([
        ...two(2, 2),
        rating({ question: "q1", variant: "w", score: 1 }),
        rating({ question: "q2", variant: "w", score: 1 }),
      ]),
    );
    expect(page).toContain("none: all cases have the same score");
    expect(page).toContain("none: the difference is the same in all 2 cases");
    expect(page).not.toMatch(/\[(-?\d\.\d+), \1\]/);
    const rough = summaryMarkdown("x", summaryOf(variants, ["clear"], { clear: { low: 0, high: 4 } }));
    expect(rough).toContain("[0.000, 4.000], rough");
    expect(rough).toContain("Rough: with fewer than 14 values");
  });
});
