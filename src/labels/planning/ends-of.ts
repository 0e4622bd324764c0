/** The lowest and the highest of some scores. One by one: those of a large campaign are too many for the arguments of one call. */
export function endsOf(scores: readonly number[]): { low: number; high: number } {
  return {
    low: scores.reduce((low, score) => Math.min(low, score), Number.POSITIVE_INFINITY),
    high: scores.reduce((high, score) => Math.max(high, score), Number.NEGATIVE_INFINITY),
  };
}
