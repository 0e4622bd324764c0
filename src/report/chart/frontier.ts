/**
 * Returns the indices of points that no other beats on both counts, from cheapest to most expensive: each scores higher than everything
 * cheaper. Keeps both of two equal points.
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
