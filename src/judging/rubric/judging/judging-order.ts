import { seededRandom } from "../../../statistics/index.ts";

/**
 * The order in which samples are judged: a shuffle by the seed, the same on every machine. So neither a drift of the judge over
 * time nor an interruption affects one variant more than another: the judged part is always random.
 */
export function judgingOrder(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  const random = seededRandom(seed);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random.uniform() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
