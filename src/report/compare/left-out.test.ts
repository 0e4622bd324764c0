import { describe, expect, test } from "vitest";
import { appendRun, evaluationRecord } from "../../../test/support/store-records.ts";
import { readCampaignName } from "../../records/index.ts";
import { openMemoryStore } from "../../store/index.ts";
import { alignSides } from "./align-sides.ts";
import { type ComparedCampaign, compareCampaigns } from "./compare-campaigns.ts";
import { decideRegression } from "./regression-gate.ts";
import { renderComparisonMarkdown, renderComparisonText } from "./render.ts";
import { type CampaignSide, comparedSide, type LeftOutTrial, type SideTrial } from "./side.ts";
import { storedSide } from "./stored-evaluations.ts";

const eight = [5, 7, 6, 8, 4, 9, 6, 7];

function compared(base: ComparedCampaign, candidate: ComparedCampaign) {
  const outcome = compareCampaigns(base, candidate);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.comparison;
}

describe("what is left out", () => {
  const trial = (case_id: string, score: number, more: Partial<SideTrial> = {}): SideTrial => ({
    model_id: "m",
    case_id,
    repetition: 1,
    score,
    passed: null,
    task: "asked",
    yardstick: "measured",
    run_id: null,
    ...more,
  });
  const side = (name: string, trials: SideTrial[], left_out: LeftOutTrial[] = [], outputs = "here"): CampaignSide => ({
    label: name,
    name,
    outputs,
    labels: new Map(),
    trials,
    left_out,
    judging: [],
    as_stored: null,
  });
  const withCases = (score: number) => eight.map((_, index) => trial(`case_${index}`, score + (index % 2) / 10));
  const leftOut = (case_id: string, why: LeftOutTrial["why"]): LeftOutTrial => ({
    model_id: "m",
    case_id,
    repetition: 1,
    why,
    reason: `${why} since Monday`,
  });

  test("a case with another rubric counts on neither side, wherever the stores are", () => {
    const [base, candidate] = alignSides(
      side("old", [trial("one", 9), trial("two", 9)], [], "there"),
      side("new", [trial("one", 1), trial("two", 9, { yardstick: "other" })]),
    );
    expect(base.trials.map(({ case_id }) => case_id)).toEqual(["one"]);
    expect(candidate.trials.map(({ case_id }) => case_id)).toEqual(["one"]);
    expect(candidate.left_out[0]).toMatchObject({ case_id: "two", why: "differs" });
  });

  test("another task counts within one store only if both sides were asked it; two checkouts may differ on purpose", () => {
    const old = [trial("one", 9, { task: "asked before" })];
    const kept = (outputs: string) =>
      alignSides(side("old", old, [], outputs), side("new", [trial("one", 1)]))[0].trials;
    expect(kept("here")).toEqual([]);
    expect(kept("there")).toEqual(old);
  });

  test("what nobody can tell is no difference", () => {
    const old = [trial("one", 9, { task: null, yardstick: null })];
    expect(alignSides(side("old", old), side("new", [trial("one", 1)]))[0].trials).toEqual(old);
  });

  test("a candidate without a current score where the base has one is not decided, and does not pass", () => {
    const verdict = (why: LeftOutTrial["why"]) =>
      decideRegression(
        compared(
          comparedSide(side("old", [...withCases(7), trial("more", 9)])),
          comparedSide(side("new", withCases(7.5), [leftOut("more", why)])),
        ),
        0,
      );
    expect(verdict("stale")).toMatchObject({
      decision: "undecided",
      left_out: { base: 0, candidate: 1 },
      reason: expect.stringContaining(
        "Not decided: the candidate has no current score in 1 case where the base has one (more)",
      ),
    });
    expect(verdict("no_score").decision).toBe("undecided");
    expect(verdict("unreadable").decision).toBe("undecided");
    expect(verdict("gone").decision).toBe("no_regression");
    expect(verdict("not_run").decision).toBe("no_regression");
  });

  test("a model whose trials are all stale in the candidate does not empty the comparison, and leaves it undecided", () => {
    const of = (model_id: string, score: number) => withCases(score).map((one) => ({ ...one, model_id }));
    const stale = eight.map((_, index) => ({ ...leftOut(`case_${index}`, "stale"), model_id: "b" }));
    const comparison = compared(
      comparedSide(side("old", [...of("a", 8), ...of("b", 8)])),
      comparedSide(side("new", of("a", 8), stale)),
    );
    expect(comparison.overall.difference).toMatchObject({ cases: 8 });
    expect(comparison.undecided_cases).toHaveLength(8);
    expect(comparison.warnings).toEqual([
      "old has 1 more model, which was left out",
      "new has 1 more model, which was left out",
    ]);
    expect(decideRegression(comparison, 0).decision).toBe("undecided");
  });

  test("models and cases that neither side was run on are nobody's business", () => {
    const never = [leftOut("never", "not_run"), { ...leftOut("case_1", "not_run"), model_id: "other" }];
    const [base, candidate] = alignSides(side("old", withCases(8), never), side("new", withCases(8), never));
    expect(base.left_out).toEqual([]);
    expect(compared(comparedSide(base), comparedSide(candidate)).models).toEqual([]);
    const only = alignSides(side("old", [...withCases(8), trial("never", 9)]), side("new", withCases(8), never));
    expect(only[1].left_out.map(({ case_id }) => case_id)).toEqual(["never"]);
  });

  test("a regression among what is current is a regression, however much is left out", () => {
    const comparison = compared(
      comparedSide(side("old", [...withCases(8), trial("more", 9)])),
      comparedSide(side("new", withCases(2), [leftOut("more", "stale")])),
    );
    expect(decideRegression(comparison, 0)).toMatchObject({ decision: "regression", regressed: true });
  });

  test("is named in text and Markdown, one line per reason", () => {
    const comparison = compared(
      comparedSide(side("old", withCases(8), [leftOut("x", "gone"), leftOut("y", "gone"), leftOut("z", "stale")])),
      comparedSide(side("new", withCases(8))),
    );
    const lines = [
      "Left out of the base: 2 trials (m/x #1, m/y #1): gone since Monday.",
      "Left out of the base: 1 trial (m/z #1): stale since Monday.",
    ];
    expect(renderComparisonText({ comparison, regression: null })).toContain(lines.join("\n"));
    expect(renderComparisonMarkdown({ comparison, regression: null })).toContain("Left out of the base: 2 trials");
  });
});

test("a stored campaign leaves out cases that its suite has lost, and trials that were run again and not judged again", () => {
  const store = openMemoryStore();
  for (const [trial, score] of [
    ["m/one/1", 7],
    ["m/two/1", 9],
    ["m/two/2", 8],
  ] as const) {
    const place = `s/run-1/eval-1/${trial}`;
    store.append({ kind: "evaluation", key: place, place, value: evaluationRecord("r", score) });
  }
  appendRun(store, "another run", "s/run-1/m/two/1");
  const today = { caseIds: new Set(["two"]), asStored: null };
  const { trials, left_out } = storedSide({ store, name: readCampaignName("s/run-1/eval-1") }, "the base", today);
  expect(trials).toMatchObject([{ case_id: "two", repetition: 2, score: 8 }]);
  expect(left_out.map(({ case_id, why }) => [case_id, why])).toEqual([
    ["one", "gone"],
    ["two", "stale"],
  ]);
});
