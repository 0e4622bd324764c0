import { mean, sum } from "./mean.ts";
import { type Undefined, undefinedBecause } from "./result.ts";

/** Scores of one model: case → run → judge calls on that run. */
export type NestedScores = readonly (readonly (readonly number[])[])[];

/** The sources of spread in single judge scores. A part that the design can't separate is undefined. */
export interface VarianceComponents {
  kind: "components";
  /** Between cases: some tasks are harder. */
  case: number | Undefined;
  /** Between runs of one case: the model varies. */
  run: number | Undefined;
  /** Between judge calls on one run: the judges vary. */
  judge: number | Undefined;
  cases: number;
  /** Actual mean numbers per case and per run. */
  runs_per_case: number;
  judgements_per_run: number;
}

/**
 * Variance components of a nested design, cases ⊃ runs ⊃ judge calls, by analysis of variance. With sums of squares SS between
 * cases, between runs in cases and within runs, C cases, R runs, N scores:
 *
 * judge = SS_within / (N − R)  run = (SS_runs/(R − C) − judge) / k₁ k₁ = (N − Σ_c Σ_r n²_cr/n_c) / (R − C)  case = (SS_cases/(C −
 * 1) − judge − k₂·run) / k₃  k₂ = (Σ_c Σ_r n²_cr/n_c − Σ n²_cr/N) / (C − 1), k₃ = (N − Σ n_c²/N) / (C − 1)
 *
 * which for equal counts are the textbook formulas. Estimates below zero mean "too small to detect" and become 0. Every run with
 * one judge call: judge noise hides in `run`, and `judge` is undefined. Every case with one run: run noise hides in `case`. One
 * case: no `case` part. Empty runs and cases are skipped; no score at all: undefined.
 *
 * Source: Searle, Casella and McCulloch, Variance Components (1992), chapter 3; Sokal and Rohlf, Biometry, box 10.4.
 *
 * @example statistics.varianceComponents([[[8, 7], [8, 8]], [[5, 6], [4, 5]]]).kind // "components"
 */
export function varianceComponents(scores: NestedScores): VarianceComponents | Undefined {
  const cases = scores.map((runs) => runs.filter((calls) => calls.length > 0)).filter((runs) => runs.length > 0);
  if (cases.length === 0) return undefinedBecause("there are no scores");
  const runs = cases.flat();
  const all = runs.flat();
  const { withinRuns, betweenRuns, betweenCases } = sumsOfSquares(cases);
  const withinFreedom = all.length - runs.length;
  const runFreedom = runs.length - cases.length;
  const caseFreedom = cases.length - 1;
  const squaresPerCase = cases.map((of) => sum(of.map((calls) => calls.length ** 2)));
  const sizes = cases.map((of) => sum(of.map((calls) => calls.length)));
  const weighted = sum(squaresPerCase.map((squares, index) => squares / sizes[index]!));

  const judge = withinFreedom > 0 ? withinRuns / withinFreedom : undefinedBecause("every run was judged only once");
  const judgePart = typeof judge === "number" ? judge : 0;
  const run =
    runFreedom > 0
      ? Math.max(0, (betweenRuns / runFreedom - judgePart) / ((all.length - weighted) / runFreedom))
      : undefinedBecause("every case was run only once");
  // A part that can't be separated stays inside the one above, so nothing is subtracted for it.
  const runPart = typeof run === "number" ? run : 0;
  const runWeight = caseFreedom > 0 ? (weighted - sum(squaresPerCase) / all.length) / caseFreedom : 0;
  const caseWeight =
    caseFreedom > 0 ? (all.length - sum(sizes.map((size) => size ** 2)) / all.length) / caseFreedom : 1;
  return {
    kind: "components",
    case:
      caseFreedom > 0
        ? Math.max(0, (betweenCases / caseFreedom - judgePart - runWeight * runPart) / caseWeight)
        : undefinedBecause("there is only one case"),
    run,
    judge,
    cases: cases.length,
    runs_per_case: runs.length / cases.length,
    judgements_per_run: all.length / runs.length,
  };
}

function sumsOfSquares(cases: NestedScores) {
  const grand = mean(cases.flat(2));
  let withinRuns = 0;
  let betweenRuns = 0;
  let betweenCases = 0;
  for (const runs of cases) {
    const caseScores = runs.flat();
    const caseMean = mean(caseScores);
    betweenCases += caseScores.length * (caseMean - grand) ** 2;
    for (const calls of runs) {
      const runMean = mean(calls);
      betweenRuns += calls.length * (runMean - caseMean) ** 2;
      for (const score of calls) withinRuns += (score - runMean) ** 2;
    }
  }
  return { withinRuns, betweenRuns, betweenCases };
}
