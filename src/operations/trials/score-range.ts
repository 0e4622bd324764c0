/** Range of scores. */
export interface ScoreRange {
  /** As written. */
  written: string;
  /** Trials without a score match only `none`. */
  holds: (score: number | null) => boolean;
}

/** Finer than the shown digits, and coarser than rounding errors, as a mean of equal scores may be off in the sixteenth place. */
const ROUNDING = 1e-9;

/**
 * Parses `<6`, `<=6`, `>7.5`, `>=8`, `6`, `3..6` (inclusive) and `none`; null for anything else.
 *
 * @example readScoreRange("<6")?.holds(5.9) // true
 */
export function readScoreRange(written: string): ScoreRange | null {
  const text = written.trim();
  if (text === "none") return { written: text, holds: (score) => score === null };
  const between = /^(\d+(?:\.\d+)?)\s*\.\.\s*(\d+(?:\.\d+)?)$/.exec(text);
  if (between) {
    const [low, high] = [Number(between[1]), Number(between[2])];
    if (low > high) return null;
    return ranged(text, (score) => score >= low - ROUNDING && score <= high + ROUNDING);
  }
  const one = /^(<=|>=|<|>|=|==)?\s*(\d+(?:\.\d+)?)$/.exec(text);
  if (!one) return null;
  const [, sign = "=", limit] = one;
  const holds = SIGNS[sign]!;
  return ranged(text, (score) => holds(score, Number(limit)));
}

const isEqual = (score: number, limit: number) => Math.abs(score - limit) <= ROUNDING;

const SIGNS: Record<string, (score: number, limit: number) => boolean> = {
  "<": (score, limit) => score < limit - ROUNDING,
  "<=": (score, limit) => score <= limit + ROUNDING,
  ">": (score, limit) => score > limit + ROUNDING,
  ">=": (score, limit) => score >= limit - ROUNDING,
  "=": isEqual,
  "==": isEqual,
};

function ranged(written: string, holds: (score: number) => boolean): ScoreRange {
  return { written: `'${written}'`, holds: (score) => score !== null && holds(score) };
}
