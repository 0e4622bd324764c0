import { type ClusteredMean, clusteredMean } from "./clustered-mean.ts";
import { FEWEST_TRUSTED, ROUGH } from "./mean-interval.ts";
import { normalQuantile } from "./normal.ts";
import { DEFAULT_LEVEL, type Interval, type Undefined, undefinedBecause } from "./result.ts";
import { tQuantile } from "./student-t.ts";
import { shareInterval } from "./wilson.ts";

/** The runs of one case: total and passed. */
export interface PassCount {
  runs: number;
  passed: number;
}

/**
 * pass@k: the probability that at least one of k runs passes, estimated without bias from n ≥ k runs with c passes:
 * 1 − C(n−c, k) / C(n, k).
 *
 * Fewer than k runs: undefined; the plug-in 1 − (1 − c/n)^k would be biased.
 *
 * Source: Chen et al., "Evaluating large language models trained on code" (2021), equation 1.
 *
 * @example statistics.passAtK({ runs: 4, passed: 1 }, 2) // 0.5
 */
export function passAtK({ runs, passed }: PassCount, k: number): number | Undefined {
  if (runs < k) return tooFewRuns(runs, k);
  return 1 - shareOfSubsets(runs, runs - passed, k);
}

/**
 * pass^k: the probability that all of k runs pass, which matters to users who need it to work every time: C(c, k) / C(n, k).
 * Fewer than k runs: undefined.
 *
 * Source: Yao et al., "τ-bench: a benchmark for tool-agent-user interaction" (2024), section 4.
 *
 * @example statistics.passPowerK({ runs: 4, passed: 4 }, 2) // 1
 */
export function passPowerK({ runs, passed }: PassCount, k: number): number | Undefined {
  if (runs < k) return tooFewRuns(runs, k);
  return shareOfSubsets(runs, passed, k);
}

/**
 * Either measure as a mean over cases with its interval; cases with fewer than k runs are skipped and counted.
 *
 * The interval is Wilson's for as many independent runs as would have the same standard error, share (1 − share) / SE², times
 * (z/t)² for an error that is itself estimated, and never more than there are runs. If all cases have the same rate it is
 * Wilson's over the cases, each counting once. A single case that passes sometimes has no interval.
 *
 * Source: Korn and Graubard, "Confidence intervals for proportions with small expected number of positive counts", Survey
 * Methodology 24 (1998), for the effective number; Franco et al., J. Survey Statistics and Methodology 7 (2019), for Wilson's
 * interval of it.
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
  const rate = clusteredMean(rates.map((share) => [share]));
  if (rate.kind === "undefined") return { rate, left_out: cases.length };
  const runs = cases.reduce((sum, count) => sum + (count.runs >= k ? count.runs : 0), 0);
  return { rate: { ...rate, interval: rateInterval(rate, runs) }, left_out: cases.length - rates.length };
}

function rateInterval({ mean, cases, standard_error: error }: ClusteredMean, runs: number): Interval | Undefined {
  const isRough = cases < FEWEST_TRUSTED;
  if (typeof error !== "number" && mean !== 0 && mean !== 1) return error;
  if (typeof error !== "number" || error === 0)
    return { ...shareInterval(mean, cases), ...(isRough ? { rough: ROUGH } : {}) };
  const certainty = 0.5 + DEFAULT_LEVEL / 2;
  const known = (normalQuantile(certainty) / tQuantile(certainty, cases - 1)) ** 2;
  const effective = Math.min(runs, ((mean * (1 - mean)) / error ** 2) * known);
  return { ...shareInterval(mean, effective), ...(isRough ? { rough: ROUGH } : {}) };
}

/** C(marked, k) / C(all, k): the share of k-subsets with only marked items, as a product that can't overflow. */
function shareOfSubsets(all: number, marked: number, k: number): number {
  let share = 1;
  for (let taken = 0; taken < k; taken++) share *= Math.max(0, marked - taken) / (all - taken);
  return share;
}

function tooFewRuns(runs: number, k: number): Undefined {
  const needed = k === 1 ? "a run is needed" : `${k} runs are needed`;
  return undefinedBecause(
    `${needed} and there ${runs === 0 ? "is none" : runs === 1 ? "is only one" : `are only ${runs}`}`,
  );
}
