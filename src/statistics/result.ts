/**
 * What every measure of this folder answers when the input does not determine it: one case, no spread, no data.
 * It is a value that the caller must look at, never NaN. Results are spelt as files spell them, because reports store
 * them as they are.
 */
export interface Undefined {
  kind: "undefined";
  /** A clause for people that follows "because": `there is only one case`. */
  reason: string;
}

export function undefinedBecause(reason: string): Undefined {
  return { kind: "undefined", reason };
}

/** A confidence interval; `level` is its nominal coverage, e.g. 0.95. */
export interface Interval {
  kind: "interval";
  low: number;
  high: number;
  level: number;
  /** Only there when the level is not assured: why, in words. Wherever the interval is printed, it is marked. */
  rough?: string;
}

/** The lowest and the highest score there can be. */
export interface Scale {
  low: number;
  high: number;
}

export const DEFAULT_LEVEL = 0.95;
