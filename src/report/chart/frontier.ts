/**
 * Indices of the points that no other point beats on both counts, from the cheapest to the most expensive: each scores higher
 * than everything cheaper. Of two equal points both are kept.
 */
export function bestForTheMoney(points: readonly { price: number; score: number }[]): number[] {
  return points
    .map((_, index) => index)
    .filter((index) => {
      const { price, score } = points[index]!;
      return !points.some(
        (other) => other.price <= price && other.score >= score && (other.price < price || other.score > score),
      );
    })
    .sort((a, b) => points[a]!.price - points[b]!.price || a - b);
}
