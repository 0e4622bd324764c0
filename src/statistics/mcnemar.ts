export interface McNemar {
  kind: "test";
  p_value: number;
  /** Cases that only the first side passed. */
  only_first: number;
  /** Cases that only the second side passed. */
  only_second: number;
}

/**
 * Exact McNemar test for paired pass/fail results. Cases on which both agree say nothing; of the n others, under no
 * difference each side wins half: p = min(1, 2 · P(Binomial(n, ½) ≤ smaller count)). No such case: p = 1.
 *
 * Source: McNemar, Psychometrika 12 (1947); exact form in Agresti, Categorical Data Analysis, section 11.1.
 *
 * @example statistics.mcnemarTest(0, 5).p_value // 0.0625
 */
export function mcnemarTest(onlyFirst: number, onlySecond: number): McNemar {
  const trials = onlyFirst + onlySecond;
  const smaller = Math.min(onlyFirst, onlySecond);
  // Summed from logarithms, because 2^-n underflows beyond a thousand cases.
  let logTerm = -trials * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let wins = 1; wins <= smaller; wins++) {
    logTerm += Math.log((trials - wins + 1) / wins);
    tail += Math.exp(logTerm);
  }
  return { kind: "test", p_value: Math.min(1, 2 * tail), only_first: onlyFirst, only_second: onlySecond };
}

/**
 * McNemar's test from two lists of results, paired by position.
 *
 * @example statistics.mcnemarFromPairs([[true, false], [true, true], [false, true]]).p_value // 1
 */
export function mcnemarFromPairs(pairs: readonly (readonly [first: boolean, second: boolean])[]): McNemar {
  return mcnemarTest(
    pairs.filter(([first, second]) => first && !second).length,
    pairs.filter(([first, second]) => !first && second).length,
  );
}
