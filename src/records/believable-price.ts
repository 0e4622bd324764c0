/** More than any honest answer costs: a million output tokens of the dearest models cost a few hundred dollars. */
const MOST_USD_OF_ONE_ANSWER = 1_000;

/** False for impossible prices: negative, not finite, or more than any answer costs. They count as unreported. */
export function isBelievablePrice(usd: unknown): usd is number {
  return typeof usd === "number" && usd >= 0 && usd <= MOST_USD_OF_ONE_ANSWER;
}
