import { type ClusteredMean, clusteredMean } from "./clustered-mean.ts";
import { type Undefined, undefinedBecause } from "./result.ts";

/** The runs of one case: how many there are and how many passed. */
export interface PassCount {
  runs: number;
  passed: number;
}

/**
 * pass@k: the chance that at least one of k runs passes, estimated without bias from n ≥ k runs with c passes:
 * 1 − C(n−c, k) / C(n, k).
 *
 * Fewer than k runs: undefined; the plug-in 1 − (1 − c/n)^k would be biased.
 *
 * Source: Chen et al., "Evaluating large language models trained on code" (2021), equation 1.
 *
 * @example statistics.passAtK({ runs: 4, passed: 1 }, 2) // 0.5
 */
export function passAtK({ runs, passed }: PassCount, k: number): number | Undefined {
  if (runs < k) return undefinedBecause(`${k} runs are needed and there are ${runs}`);
  return 1 - shareOfSubsets(runs, runs - passed, k);
}

/**
 * pass^k: the chance that all of k runs pass, which is what a user feels who needs it to work every time:
 * C(c, k) / C(n, k). Fewer than k runs: undefined.
 *
 * Source: Yao et al., "τ-bench: a benchmark for tool-agent-user interaction" (2024), section 4.
 *
 * @example statistics.passPowerK({ runs: 4, passed: 4 }, 2) // 1
 */
export function passPowerK({ runs, passed }: PassCount, k: number): number | Undefined {
  if (runs < k) return undefinedBecause(`${k} runs are needed and there are ${runs}`);
  return shareOfSubsets(runs, passed, k);
}

/**
 * Either measure as a mean over cases with its interval; cases with fewer than k runs are left out and counted.
 *
 * @example statistics.passOverCases([{ runs: 2, passed: 2 }, { runs: 2, passed: 1 }], 2, statistics.passPowerK).rate.mean // 0.5
 */
export function passOverCases(
  cases: readonly PassCount[],
  k: number,
  measure: typeof passAtK | typeof passPowerK,
): { rate: ClusteredMean | Undefined; left_out: number } {
  const rates = cases.map((count) => measure(count, k)).filter((rate) => typeof rate === "number");
  if (rates.length === 0)
    return {
      rate: undefinedBecause(k === 1 ? "no case has a result" : `no case has ${k} runs`),
      left_out: cases.length,
    };
  return { rate: clusteredMean(rates.map((rate) => [rate])), left_out: cases.length - rates.length };
}

/** C(marked, k) / C(all, k): the share of k-subsets that hold only marked ones, as a product that can't overflow. */
function shareOfSubsets(all: number, marked: number, k: number): number {
  let share = 1;
  for (let taken = 0; taken < k; taken++) share *= Math.max(0, marked - taken) / (all - taken);
  return share;
}
