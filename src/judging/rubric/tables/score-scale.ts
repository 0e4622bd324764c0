import type { Scale } from "../../../statistics/index.ts";

/** Bounds of a dimension's bands, or of the total, whose index follows the last; undefined if unknown. */
export function scaleOfScores(
  dimensions: readonly string[],
  index: number,
  scales: Record<string, Scale>,
): Scale | undefined {
  const summed = index < dimensions.length ? [dimensions[index]!] : dimensions;
  const known = summed.flatMap((id) => (Object.hasOwn(scales, id) ? [scales[id]!] : []));
  if (known.length < summed.length) return undefined;
  const sum = (end: keyof Scale) => known.reduce((total, scale) => total + scale[end], 0);
  return { low: sum("low"), high: sum("high") };
}

/** The lowest and the highest score given. */
export function rangeOfScores(groups: readonly ReadonlyMap<string, readonly number[]>[]): Scale {
  const range = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  for (const group of groups)
    for (const scores of group.values())
      for (const score of scores) {
        range.low = Math.min(range.low, score);
        range.high = Math.max(range.high, score);
      }
  return range;
}
