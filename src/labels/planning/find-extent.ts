/** Returns the range of scores. Uses a loop, as a large campaign has too many for one call's arguments. */
export function findExtent(scores: readonly number[]): { low: number; high: number } {
  return {
    low: scores.reduce((low, score) => Math.min(low, score), Number.POSITIVE_INFINITY),
    high: scores.reduce((high, score) => Math.max(high, score), Number.NEGATIVE_INFINITY),
  };
}
