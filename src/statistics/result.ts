/**
 * Result of a measure that its input does not determine: one case, no spread, no data. A value that the caller must handle, never
 * NaN. Field names match those in files, because reports store results unchanged.
 */
export interface Undefined {
  kind: "undefined";
  /** A clause that follows "because": `there is only one case`. */
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
  /** Present if the level is not assured: the reason. Printed intervals are then marked. */
  rough?: string;
}

/** The lowest and the highest possible score. */
export interface Scale {
  low: number;
  high: number;
}

export const DEFAULT_LEVEL = 0.95;
