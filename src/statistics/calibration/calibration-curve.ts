import { meanInterval } from "../mean-interval.ts";
import { type Interval, type Scale, type Undefined, undefinedBecause } from "../result.ts";
import { shareInterval } from "../wilson.ts";
import { sumOf } from "./label-cells.ts";

/** A labelled trial; `weight` is the number of trials it represents. */
export interface LabelledScore {
  judge: number;
  label: number;
  weight?: number;
}

/** The average human label at one level of the judge's scores. */
export interface CurveBin {
  low: number;
  high: number;
  judge: number;
  label: number;
  count: number;
  interval: Interval | Undefined;
}

export interface CurveOptions {
  /** Maximum number of bins. */
  bins?: number;
  /** True if labels are 0 or 1. */
  pass?: boolean;
  level?: number;
  scale?: Scale;
}

/** With fewer labels a bin says next to nothing. */
const FEWEST_IN_BIN = 5;

/**
 * The calibration curve: labelled trials sorted by the judge's score, in bins of about equal size that keep equal scores
 * together. Each bin has the weighted means of scores and labels, and an interval of the latter: Wilson's for pass or fail, else
 * the t interval.
 */
export function calibrationCurve(
  trials: readonly LabelledScore[],
  { bins = 10, pass = false, level, scale }: CurveOptions = {},
): CurveBin[] {
  const sorted = trials.toSorted((one, other) => one.judge - other.judge);
  const target = Math.max(FEWEST_IN_BIN, Math.ceil(sorted.length / bins));
  const groups: LabelledScore[][] = [];
  for (const trial of sorted) {
    const last = groups.at(-1);
    if (!last || (last.length >= target && last.at(-1)!.judge !== trial.judge)) groups.push([trial]);
    else last.push(trial);
  }
  // A small remainder joins the last bin.
  if (groups.length > 1 && groups.at(-1)!.length < FEWEST_IN_BIN) {
    const rest = groups.pop()!;
    groups.at(-1)!.push(...rest);
  }
  return groups.map((group) => {
    const weight = ({ weight: own = 1 }: LabelledScore) => own;
    const total = sumOf(group, weight);
    const label = sumOf(group, (trial) => weight(trial) * trial.label) / total;
    const effective = total ** 2 / sumOf(group, (trial) => weight(trial) ** 2);
    return {
      low: group[0]!.judge,
      high: group.at(-1)!.judge,
      judge: sumOf(group, (trial) => weight(trial) * trial.judge) / total,
      label,
      count: group.length,
      interval: pass
        ? shareInterval(label, effective, level)
        : spreadInterval(group, label, effective, { level, scale }),
    };
  });
}

function spreadInterval(
  group: readonly LabelledScore[],
  label: number,
  effective: number,
  options: { level?: number; scale?: Scale },
): Interval | Undefined {
  if (effective < 2) return undefinedBecause("there is only one label");
  const total = sumOf(group, ({ weight = 1 }) => weight);
  const squares = sumOf(group, (trial) => ((trial.weight ?? 1) * (trial.label - label)) ** 2) / total ** 2;
  if (squares === 0) return undefinedBecause("all labels are the same");
  const error = Math.sqrt((squares * effective) / (effective - 1));
  return meanInterval({ value: label, error, third: 0, freedom: effective - 1, values: effective }, options);
}
