import { describe, expect, test } from "vitest";
import { type EvaluationRecord, readCampaignName } from "../../records/index.ts";
import { openMemoryStore } from "../../store/index.ts";
import { type ComparedCampaign, compareCampaigns } from "./compare-campaigns.ts";
import { judgeRegression } from "./regression.ts";
import { decideRegression } from "./regression-gate.ts";
import { renderComparisonMarkdown, renderComparisonText } from "./render.ts";
import { comparedSide } from "./side.ts";
import { storedSide } from "./stored-evaluations.ts";

const eight = [5, 7, 6, 8, 4, 9, 6, 7];

/** Makes a campaign with one score per case and model; runs pass from `threshold` on. */
function campaign(name: string, models: Record<string, (number | null)[]>, judging = ["x"]): ComparedCampaign {
  return {
    label: `suite/${name}`,
    name,
    judging,
    left_out: [],
    as_stored: null,
    models: Object.entries(models).map(([model_id, scores]) => ({
      model_id,
      label: model_id,
      scores: new Map(scores.map((score, index) => [`case_${index + 1}`, score === null ? [] : [score]])),
      passes: new Map(scores.map((score, index) => [`case_${index + 1}`, score === null ? [] : [score >= 6]])),
    })),
  };
}

function compared(base: ComparedCampaign, candidate: ComparedCampaign) {
  const outcome = compareCampaigns(base, candidate);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.comparison;
}

const shifted = (by: number) => eight.map((score, index) => score + by + (index % 2 ? 0.1 : -0.1));

describe("two campaigns", () => {
  test("are compared candidate minus base, on shared cases", () => {
    const comparison = compared(campaign("old", { m: [...eight, 9] }), campaign("new", { m: [...shifted(-1), null] }));
    expect(comparison.overall).toMatchObject({
      verdict: "second_better",
      difference: { cases: 8, unpaired: 1, worse: 8 },
    });
    expect(comparison.overall.sentence).toBe("old is better than new by 1.00, 95 % interval 0.91 to 1.09, rough.");
    expect(comparison.base.mean).toBeCloseTo(61 / 9, 12);
  });

  test("with several models each gets a line, and a case counts once overall", () => {
    const comparison = compared(
      campaign("old", { a: eight, b: eight, gone: eight }),
      campaign("new", { a: shifted(0.5), b: shifted(-0.5) }),
    );
    expect(comparison.models.map(({ first, verdict }) => [first.id, verdict])).toEqual([
      ["a", "first_better"],
      ["b", "second_better"],
    ]);
    expect(comparison.overall.difference).toMatchObject({ cases: 8 });
    expect(comparison.warnings).toEqual(["suite/old has 1 more model, which was left out"]);
  });

  test("a case that one of several models has no score for does not shift the others' mean", () => {
    const comparison = compared(
      campaign("old", { easy: [9, 9], hard: [1, 1] }),
      campaign("new", { easy: [9, 9], hard: [1, null] }),
    );
    expect(comparison.overall.difference).toMatchObject({ difference: 0, cases: 1 });
  });

  test("one model each is compared even under different names; otherwise names must meet", () => {
    expect(compareCampaigns(campaign("old", { a: eight }), campaign("new", { b: eight })).ok).toBe(true);
    expect(compareCampaigns(campaign("old", { a: eight, c: eight }), campaign("new", { b: eight }))).toEqual({
      ok: false,
      problem: "the two have no model in common: suite/old has a, c; suite/new has b",
    });
  });

  test("no shared scored case is a problem in words", () => {
    expect(compareCampaigns(campaign("old", { a: [5, null] }), campaign("new", { a: [null, 5] }))).toEqual({
      ok: false,
      problem: "suite/old and suite/new cannot be compared: no case has a score on both sides",
    });
  });

  test("judged differently is a warning", () => {
    const comparison = compared(campaign("old", { a: eight }, ["mild"]), campaign("new", { a: eight }, ["strict"]));
    expect(comparison.warnings).toEqual([
      "judged differently (mild against strict): a difference may be the judges', not the subject's",
    ]);
  });

  test("pass and fail are compared by the cases that changed sides", () => {
    const comparison = compared(campaign("old", { a: [7, 7, 7, 5] }), campaign("new", { a: [5, 5, 7, 7] }));
    expect(comparison.pass_fail).toMatchObject({ only_first: 2, only_second: 1 });
  });
});

describe("a regression", () => {
  test("is shown when the whole interval lies below zero", () => {
    const verdict = judgeRegression(compared(campaign("old", { a: eight }), campaign("new", { a: shifted(-1) })), 0);
    expect(verdict).toEqual({
      margin: 0,
      regressed: true,
      reason: "Regression shown: the candidate scores 1.0 lower (95 % interval of the drop: 0.91 to 1.09, rough).",
    });
  });

  test("within the margin is allowed", () => {
    const comparison = compared(campaign("old", { a: eight }), campaign("new", { a: shifted(-1) }));
    expect(judgeRegression(comparison, 1).regressed).toBe(false);
    expect(judgeRegression(comparison, 0.8).regressed).toBe(true);
  });

  test("is not claimed from a lower point alone, and the output says what can't be ruled out", () => {
    const noisy = eight.map((score, index) => score + (index % 2 ? 2 : -2.5));
    const verdict = judgeRegression(compared(campaign("old", { a: eight }), campaign("new", { a: noisy })), 0);
    expect(verdict).toEqual({
      margin: 0,
      regressed: false,
      reason: "No regression shown. A drop of up to 2.3 (rough) can't be ruled out.",
    });
  });

  test("of one model among several fails, even if the other makes up for it", () => {
    const comparison = compared(
      campaign("old", { a: eight, b: eight }),
      campaign("new", { a: shifted(2), b: shifted(-1) }),
    );
    expect(judgeRegression(comparison, 0)).toMatchObject({
      regressed: true,
      reason: expect.stringContaining("Regression shown: b: the candidate scores 1.0 lower"),
    });
  });

  test("with too few cases for an interval any drop fails, and no drop passes with a warning", () => {
    const verdict = (after: number) =>
      judgeRegression(compared(campaign("old", { a: [7] }), campaign("new", { a: [after] })), 0);
    expect(verdict(5)).toMatchObject({
      regressed: true,
      reason: expect.stringContaining("there is only one shared case"),
    });
    expect(verdict(7)).toMatchObject({ regressed: false, reason: expect.stringContaining("compare more cases") });
  });
});

describe("the same difference in every case", () => {
  const moved = (by: number) => campaign("new", { a: eight.map((score) => score + by), b: eight });
  const verdictOf = (by: number, margin = 0) => {
    const comparison = compared(campaign("old", { a: eight, b: eight }), moved(by));
    const regression = judgeRegression(comparison, margin);
    return { comparison, regression, text: renderComparisonText({ comparison, regression: null }) };
  };

  test("has no interval of width zero in any output, and says why", () => {
    for (const by of [0, -1, 1]) {
      const { comparison, text } = verdictOf(by);
      expect(text).toContain("none: the difference is the same in all 8 cases");
      expect(text).not.toMatch(/0\.00 to|1\.00 to/);
      expect(renderComparisonMarkdown({ comparison, regression: null })).toContain(
        "none: the difference is the same in all 8 cases",
      );
      expect(comparison.overall.difference).toMatchObject({ interval: { kind: "undefined" } });
    }
  });

  test("of zero is no regression, and a drop is one that is shown", () => {
    expect(verdictOf(0).regression).toEqual({
      margin: 0,
      regressed: false,
      reason: "No regression seen; there is no interval, because the difference is the same in all 8 cases.",
    });
    expect(verdictOf(-1).regression).toMatchObject({
      regressed: true,
      reason: "Regression shown: the candidate scores 0.5 lower in every case.",
    });
    expect(verdictOf(-1, 1).regression).toMatchObject({ regressed: false });
  });

  test("in fewer than six cases is not shown, but fails all the same", () => {
    const drop = compared(campaign("old", { a: [7, 6, 5] }), campaign("new", { a: [6, 5, 4] }));
    expect(judgeRegression(drop, 0)).toMatchObject({
      regressed: true,
      reason: expect.stringMatching(
        /scores 1\.0 lower; there is no interval, .* so chance can't be ruled out\. Compare more cases\.$/,
      ),
    });
  });
});

describe("what is printed", () => {
  const comparison = compared(
    campaign("old", { "a|b": eight, c: eight }),
    campaign("new", { "a|b": shifted(-1), c: shifted(0) }),
  );

  test("text starts with both sides and the sentence", () => {
    const text = renderComparisonText({ comparison, regression: decideRegression(comparison, 0) });
    expect(text).toContain(
      "base       suite/old: 6.50\ncandidate  suite/new: 6.00\n\nold is better than new by 0.50, 95 % interval 0.41 to 0.59, rough (8 cases:",
    );
    expect(text).toMatch(/a\|b +−1\.00 +−1\.09 to −0\.91, rough/);
    expect(text).toContain("Rough: with fewer than 14 values, an interval holds the truth less than 95 times in 100");
    expect(text).toMatch(/case_7 +6\.00 +5\.40 +−0\.60/);
    expect(text).not.toMatch(/NaN|undefined/);
  });

  test("Markdown gives the verdict first, folds the cases away and escapes names", () => {
    const markdown = renderComparisonMarkdown({ comparison, regression: decideRegression(comparison, 0) });
    expect(markdown).toMatch(/^## Assay: candidate against base\n\n\*\*❌ Regression/);
    expect(markdown).toContain("| a\\|b | −1.00 |");
    expect(markdown).toContain("<details><summary>8 shared cases, largest drop first</summary>");
  });
});

describe("reading a judged campaign from its store", () => {
  const record = (score: number | null) =>
    ({
      prompt: { system_sha256: "abcdef0123", user_sha256: "" },
      aggregation: { method: "median", pass_threshold: 6 },
      judges: [{ judge_run_id: "r", judge_id: "j", model: "x/judge", offline: false }],
      result: { score, passed: score === null ? null : score >= 6, judge_runs: [], checks: { not_passed: [] } },
    }) as unknown as EvaluationRecord;
  const at = (campaign: string, trial: string) => `s/${campaign}/eval-1/${trial}`;

  function storeWith(evaluations: Record<string, number | null>) {
    const store = openMemoryStore();
    for (const [place, score] of Object.entries(evaluations))
      store.append({ kind: "evaluation", key: place, place, value: record(score) });
    return store;
  }

  test("gives every score by model and case, the latest of every trial", () => {
    const store = storeWith({
      [at("run-1", "m/one/1")]: 7,
      [at("run-1", "m/one/2")]: 5,
      [at("run-1", "m/two/1")]: null,
      [at("run-2", "m/one/1")]: 1,
    });
    store.append({ kind: "evaluation", key: "again", place: at("run-1", "m/one/1"), value: record(8) });
    const side = storedSide({ store, name: readCampaignName("s/run-1/eval-1") }, "the base", {
      caseIds: null,
      asStored: null,
    });
    const read = comparedSide(side);
    expect(read.models[0]?.scores).toEqual(
      new Map([
        ["one", [8, 5]],
        ["two", []],
      ]),
    );
    expect(read.models[0]?.passes.get("one")).toEqual([true, false]);
    expect(read.judging).toEqual(["x/judge, instructions abcdef01, median"]);
    expect(side.left_out).toEqual([
      { model_id: "m", case_id: "two", repetition: 1, why: "no_score", reason: "it has no score" },
    ]);
  });
});
