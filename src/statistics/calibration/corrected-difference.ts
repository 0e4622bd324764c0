import type { Undefined } from "../result.ts";
import { undefinedBecause } from "../result.ts";
import { tTestP } from "../student-t.ts";
import { correctedContributions } from "./corrected-contributions.ts";
import {
  type Correction,
  type CorrectionOptions,
  correctionOf,
  tooFewEffectiveLabels,
  tooFewLabels,
} from "./corrected-mean.ts";
import { correctionError } from "./correction-error.ts";
import { type JudgedUnit, weighUnits } from "./judged-unit.ts";
import { labelCells } from "./label-cells.ts";
import { tunedWeights } from "./tuned-weight.ts";

/** The advantage of the second subject over the first, as humans see it. */
export interface CorrectedDifference extends Correction {
  kind: "corrected_difference";
  /** For no difference; by the t statistic of the corrected difference. */
  p_value: number;
}

/**
 * Paired difference, second − first, over the cases that both subjects have, each side corrected by its own labels as in
 * `correctedMean`. A judge's excess for one subject is subtracted from that subject only, so a judge that is lenient to one of
 * them can't decide who wins. Contributions are subtracted case by case, which cancels a case's difficulty; cases labelled on
 * both sides are the most informative.
 *
 * Fewer than 20 labels or labelled cases on either side: undefined.
 *
 * @example
 * const side = (judge, label) =>
 *   Array.from({ length: 90 }, (_, i) => ({ case_id: `case_${i}`, judge: judge + (i % 4), ...(i < 30 ? { label: label + (i % 3), probability: 1 / 3 } : {}) }));
 * statistics.correctedDifference(side(6, 4), side(5, 5)).uncorrected.toFixed(1) // "-1.0"
 * statistics.correctedDifference(side(6, 4), side(5, 5)).corrected.value.toFixed(1) // "1.0"
 */
export function correctedDifference(
  first: readonly JudgedUnit[],
  second: readonly JudgedUnit[],
  options: CorrectionOptions = {},
): CorrectedDifference | Undefined {
  const shared = sharedCases(first, second);
  const few = tooFewLabels(shared.first) ?? tooFewLabels(shared.second);
  if (few) return undefinedBecause(`on one side ${few.reason}`);
  const sides = [
    { sign: 1 as const, units: weighUnits(shared.second) },
    { sign: -1 as const, units: weighUnits(shared.first) },
  ].map((side) => ({ ...side, cells: labelCells(side.units) }));
  const tuned = options.lambda === undefined ? tunedWeights(sides) : null;
  const contributionsBy = (lambdaOf: (case_id: string) => number) =>
    sides.map(({ sign, cells }) => ({ sign, contributions: correctedContributions(cells, lambdaOf) }));
  const parts = contributionsBy((case_id) => options.lambda ?? tuned!.get(case_id)!);
  const scarce = tooFewEffectiveLabels(parts.map(({ contributions }) => contributions));
  if (scarce) return scarce;
  const alone = contributionsBy(() => 0);
  const error = correctionError(parts, alone);
  const scale = options.scale && {
    low: options.scale.low - options.scale.high,
    high: options.scale.high - options.scale.low,
  };
  return {
    kind: "corrected_difference",
    uncorrected: sides.reduce(
      (sum, { sign, units }) => sum + sign * units.reduce((total, { weight, judge }) => total + weight * judge, 0),
      0,
    ),
    ...correctionOf(
      parts.map(({ contributions }) => contributions),
      error,
      correctionError(alone, alone),
      shared.first.length + shared.second.length,
      { ...options, ...(scale ? { scale } : {}) },
    ),
    p_value: error.variance > 0 ? tTestP(error.value / Math.sqrt(error.variance), error.freedom) : 1,
  };
}

function sharedCases(first: readonly JudgedUnit[], second: readonly JudgedUnit[]) {
  const casesOf = (units: readonly JudgedUnit[]) => new Set(units.map(({ case_id }) => case_id));
  const inFirst = casesOf(first);
  const inSecond = casesOf(second);
  return {
    first: first.filter(({ case_id }) => inSecond.has(case_id)),
    second: second.filter(({ case_id }) => inFirst.has(case_id)),
  };
}
