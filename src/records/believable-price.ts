/** Nothing honest costs more in one answer: a million tokens of output of the dearest models cost a few hundred dollars. */
const MOST_USD_OF_ONE_ANSWER = 1_000;

/** False for prices that can't be true: negative, not finite, or more than any answer costs. They count as not named. */
export function isBelievablePrice(usd: unknown): usd is number {
  return typeof usd === "number" && usd >= 0 && usd <= MOST_USD_OF_ONE_ANSWER;
}
