import { describe, expect, test } from "vitest";
import { cohenKappa } from "./cohen-kappa.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { intraclassCorrelations } from "./intraclass-correlation.ts";
import { krippendorffAlpha, type RatingLevel } from "./krippendorff.ts";
import { spearman } from "./spearman.ts";

describe("Krippendorff's alpha", () => {
  // "Computing Krippendorff's alpha-reliability" (2011), section C: four observers, twelve units, missing values.
  const _ = null;
  const observers = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
  ];
  const units = observers[0]!.map((_rating, unit) => observers.map((ratings) => ratings[unit]!));

  test.each<[RatingLevel, number]>([
    ["nominal", 0.743],
    ["ordinal", 0.815],
    ["interval", 0.849],
  ])("the published example, %s: %d", (level, expected) => {
    const result = krippendorffAlpha(units, level);
    if (result.kind !== "agreement") throw new Error(result.reason);
    expect(result.alpha).toBeCloseTo(expected, 3);
    expect(result).toMatchObject({ units: 11, ratings: 40 });
  });

  test("names are rated as well as numbers", () => {
    expect(
      krippendorffAlpha(
        [
          ["yes", "yes"],
          ["no", "no"],
        ],
        "nominal",
      ),
    ).toMatchObject({ alpha: 1 });
  });

  test("total disagreement is below zero", () => {
    const result = krippendorffAlpha(
      [
        [0, 1],
        [1, 0],
      ],
      "nominal",
    );
    expect(result.kind === "agreement" && result.alpha).toBeCloseTo(-0.5, 12);
  });

  test("nobody rated twice, or everybody said the same: words", () => {
    expect(
      krippendorffAlpha(
        [
          [1, null],
          [null, 2],
        ],
        "interval",
      ),
    ).toMatchObject({ reason: "no unit was rated twice" });
    expect(krippendorffAlpha([], "interval")).toMatchObject({ kind: "undefined" });
    expect(
      krippendorffAlpha(
        [
          [7, 7],
          [7, 7],
        ],
        "ordinal",
      ),
    ).toMatchObject({
      reason: "all ratings are equal, so agreement can't be told from habit",
    });
  });
});

describe("Shrout and Fleiss' intraclass correlations", () => {
  const ratings = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
  ];

  test("the table of 1979 gives .17, .29, .71 and .44, .62, .91", () => {
    const result = intraclassCorrelations(ratings);
    if (result.kind !== "agreement") throw new Error(result.reason);
    expect(
      [
        result.single_random_raters_per_target,
        result.single_random_raters,
        result.single_fixed_raters,
        result.mean_random_raters_per_target,
        result.mean_random_raters,
        result.mean_fixed_raters,
      ].map((value) => value.toFixed(2)),
    ).toEqual(["0.17", "0.29", "0.71", "0.44", "0.62", "0.91"]);
  });

  test("rows with a missing rating are left out and counted", () => {
    expect(intraclassCorrelations([...ratings, [1, null, 2, 3]])).toMatchObject({ targets: 6, incomplete: 1 });
  });

  test.each([
    ["one target", [[1, 2]], "fewer than two targets were rated by every rater"],
    ["one rater", [[1], [2]], "there is only one rater"],
    [
      "all equal",
      [
        [5, 5],
        [5, 5],
      ],
      "all ratings are equal",
    ],
    [
      "equal means",
      [
        [1, 3],
        [3, 1],
      ],
      "the targets have the same mean rating",
    ],
    [
      "ragged rows",
      [
        [1, 3],
        [3, 1, 2],
      ],
      "the rows have different numbers of ratings",
    ],
  ])("%s: words", (_, table, reason) => {
    expect(intraclassCorrelations(table)).toEqual({ kind: "undefined", reason });
  });
});

describe("Fleiss' kappa", () => {
  test("is the same for hundreds of thousands of items", () => {
    const some = [
      [2, 0],
      [1, 1],
      [0, 2],
      [2, 0],
    ];
    const { kappa } = fleissKappa(some) as { kappa: number };
    expect(fleissKappa(Array.from({ length: 200_000 }, (_, item) => some[item % 4]!))).toMatchObject({
      kappa: expect.closeTo(kappa, 10),
    });
  });

  test("ten items rated by fourteen raters into five categories: .21", () => {
    const result = fleissKappa([
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ]);
    if (result.kind !== "agreement") throw new Error(result.reason);
    expect(result.kappa).toBeCloseTo(0.21, 3);
    expect(result.observed_agreement).toBeCloseTo(0.378, 3);
  });

  test.each([
    ["nothing", [], "there are no items"],
    [
      "one rating each",
      [
        [1, 0],
        [0, 1],
      ],
      "no item was rated twice",
    ],
    [
      "different counts",
      [
        [2, 0],
        [1, 2],
      ],
      "the items have different numbers of ratings",
    ],
    [
      "one category",
      [
        [3, 0],
        [3, 0],
      ],
      "all ratings are equal, so agreement can't be told from habit",
    ],
  ])("%s: words", (_, table, reason) => {
    expect(fleissKappa(table)).toEqual({ kind: "undefined", reason });
  });
});

describe("Cohen's kappa", () => {
  const counted = (table: number[][]) =>
    table.flatMap((row, first) =>
      row.flatMap((count, second) => Array.from({ length: count }, () => [first, second] as const)),
    );

  test("fifty proposals, 20 and 15 agreed: 0.4", () => {
    const result = cohenKappa(
      counted([
        [20, 5],
        [10, 15],
      ]),
      "none",
    );
    expect(result.kind === "agreement" && result.kappa).toBeCloseTo(0.4, 12);
  });

  test("quadratic weights forgive near misses", () => {
    const ratings = [
      [1, 1],
      [2, 3],
      [3, 3],
      [4, 5],
      [5, 4],
      [1, 2],
    ] as const;
    const plain = cohenKappa<number>(ratings, "none");
    const quadratic = cohenKappa<number>(ratings, "quadratic");
    if (plain.kind !== "agreement" || quadratic.kind !== "agreement") throw new Error("expected kappas");
    expect(plain.kappa).toBeCloseTo(0.1724137931034483, 10);
    expect(quadratic.kappa).toBeCloseTo(0.8333333333333334, 10);
  });

  test("items one rater left out are skipped; nothing shared or nothing varied: words", () => {
    expect(
      cohenKappa<number>(
        [
          [1, 1],
          [2, 2],
          [1, null],
        ],
        "none",
      ),
    ).toMatchObject({ kappa: 1, items: 2 });
    expect(cohenKappa<number>([[1, null]], "none")).toMatchObject({ reason: "no item was rated by both" });
    expect(
      cohenKappa<number>(
        [
          [3, 3],
          [3, 3],
        ],
        "quadratic",
      ),
    ).toMatchObject({
      reason: "both raters gave the same rating to every item",
    });
  });
});

describe("Spearman's rho", () => {
  test("hours of television and IQ of ten people: −29/165", () => {
    const pairs = [
      [106, 7],
      [100, 27],
      [86, 2],
      [101, 50],
      [99, 28],
      [103, 29],
      [97, 20],
      [113, 12],
      [112, 6],
      [110, 17],
    ] as const;
    const result = spearman(pairs);
    expect(result.kind === "correlation" && result.rho).toBeCloseTo(-29 / 165, 12);
  });

  test("ties share their mean rank", () => {
    const result = spearman([
      [1, 2],
      [2, 2],
      [3, 5],
      [4, 4],
    ]);
    expect(result.kind === "correlation" && result.rho).toBeCloseTo(3.5 / Math.sqrt(5 * 4.5), 12);
  });

  test("one pair, or one side all equal: words", () => {
    expect(spearman([[1, 2]])).toMatchObject({ kind: "undefined" });
    expect(
      spearman([
        [1, 2],
        [1, 3],
      ]),
    ).toMatchObject({ reason: "all values of one side are equal" });
  });
});
