import { mean } from "./mean.ts";
import { FEWEST_TRUSTED, ROUGH } from "./mean-interval.ts";
import { normalDistribution, normalQuantile } from "./normal.ts";
import { seededRandom } from "./random.ts";
import { DEFAULT_LEVEL, type Interval, type Undefined, undefinedBecause } from "./result.ts";
import { tQuantile } from "./student-t.ts";

export interface BootstrapOptions {
  method?: "percentile" | "bca";
  draws?: number;
  seed?: number;
  level?: number;
}

/** A statistic with an interval that assumes no formula for its error. */
export interface Bootstrap {
  kind: "bootstrap";
  method: "percentile" | "bca";
  estimate: number;
  /** Standard deviation of the statistic over the draws. */
  standard_error: number;
  interval: Interval;
  cases: number;
  draws: number;
}

/**
 * Cluster bootstrap: whole cases are drawn with replacement, the statistic is computed for each draw, and the interval is
 * read from the sorted results. For statistics without a formula (a median, a ratio, an agreement); `statistic` must
 * not keep the array it gets.
 *
 * `percentile` takes the quantiles of the draws. `bca` corrects them for bias, z₀ = Φ⁻¹(share of draws below the
 * estimate, ties counted half), and for skew, a = Σ(θ̄−θ₍ᵢ₎)³ / 6(Σ(θ̄−θ₍ᵢ₎)²)^1.5 over the leave-one-case-out values.
 * Draws from n cases are too narrow by √((n−1)/n) and know nothing of t, which at 8 cases costs six points of coverage;
 * so both use ±√(n/(n−1)) · t(n−1) in place of the normal quantile (the "expanded" interval). Below 14 cases it is still rough.
 *
 * Fewer than two cases, a statistic that is not finite, or draws that are all equal: undefined.
 *
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 14; Hesterberg, "What teachers should
 * know about the bootstrap", The American Statistician 69 (2015), section 3.3 on expanded intervals.
 *
 * @example statistics.clusterBootstrap([7, 5, 9, 8], (scores) => Math.max(...scores)).estimate // 9
 */
export function clusterBootstrap<Case>(
  cases: readonly Case[],
  statistic: (drawn: readonly Case[]) => number,
  { method = "bca", draws = 10_000, seed = 1, level = DEFAULT_LEVEL }: BootstrapOptions = {},
): Bootstrap | Undefined {
  if (cases.length < 2) return undefinedBecause(cases.length === 0 ? "there are no cases" : "there is only one case");
  const estimate = statistic(cases);
  const replicates = drawReplicates(cases, statistic, draws, seed);
  if (!Number.isFinite(estimate) || !replicates.every(Number.isFinite))
    return undefinedBecause("the figure is not determined in some of the redrawn samples");
  replicates.sort();
  if (replicates[0] === replicates.at(-1)) return undefinedBecause("all redrawn samples give the same figure");
  const correct = method === "bca" ? biasAndSkew(cases, statistic, estimate, replicates) : (z: number) => z;
  const reach = Math.sqrt(cases.length / (cases.length - 1)) * tQuantile(0.5 + level / 2, cases.length - 1);
  return {
    kind: "bootstrap",
    method,
    estimate,
    standard_error: spreadOf(replicates),
    interval: {
      kind: "interval",
      low: quantile(replicates, normalDistribution(correct(-reach))),
      high: quantile(replicates, normalDistribution(correct(reach))),
      level,
      ...(cases.length < FEWEST_TRUSTED ? { rough: ROUGH } : {}),
    },
    cases: cases.length,
    draws,
  };
}

/**
 * The bootstrap of the mean over cases, each with equal weight.
 *
 * @example statistics.bootstrapMean([[7, 8], [5], [9, 8]]).estimate // 7
 */
export function bootstrapMean(cases: readonly (readonly number[])[], options?: BootstrapOptions) {
  const means = cases.filter((scores) => scores.length > 0).map(mean);
  return clusterBootstrap(means, plainMean, options);
}

function plainMean(values: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index]!;
  return sum / values.length;
}

function drawReplicates<Case>(
  cases: readonly Case[],
  statistic: (drawn: readonly Case[]) => number,
  draws: number,
  seed: number,
): Float64Array {
  const random = seededRandom(seed);
  const drawn = cases.slice();
  const replicates = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    for (let position = 0; position < drawn.length; position++) drawn[position] = cases[random.below(cases.length)]!;
    replicates[draw] = statistic(drawn);
  }
  return replicates;
}

/** BCa's map from a nominal to a corrected normal quantile: z₀ + (z₀ + z) / (1 − a(z₀ + z)). */
function biasAndSkew<Case>(
  cases: readonly Case[],
  statistic: (drawn: readonly Case[]) => number,
  estimate: number,
  replicates: Float64Array,
): (z: number) => number {
  let below = 0;
  for (const value of replicates) below += value < estimate ? 1 : value === estimate ? 0.5 : 0;
  // All draws are on one side, so this is as far out as this many draws can tell.
  const share = Math.min(Math.max(below / replicates.length, 0.5 / replicates.length), 1 - 0.5 / replicates.length);
  const bias = normalQuantile(share);
  const acceleration = jackknifeAcceleration(cases, statistic);
  return (z) => {
    const shifted = bias + z;
    const stretch = 1 - acceleration * shifted;
    // Past its pole the formula would reverse; its limit before the pole is the end of the draws.
    return stretch <= 0 ? shifted * Number.POSITIVE_INFINITY : bias + shifted / stretch;
  };
}

function jackknifeAcceleration<Case>(cases: readonly Case[], statistic: (drawn: readonly Case[]) => number): number {
  const leftOut = cases.map((_, index) => statistic(cases.toSpliced(index, 1))).filter(Number.isFinite);
  if (leftOut.length === 0) return 0;
  const centre = plainMean(leftOut);
  let squares = 0;
  let cubes = 0;
  for (const value of leftOut) {
    squares += (centre - value) ** 2;
    cubes += (centre - value) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/** Linear interpolation between order statistics (Hyndman and Fan's type 7). */
function quantile(sorted: Float64Array, probability: number): number {
  const position = probability * (sorted.length - 1);
  const lower = Math.floor(position);
  const upper = Math.min(lower + 1, sorted.length - 1);
  return sorted[lower]! + (position - lower) * (sorted[upper]! - sorted[lower]!);
}

function spreadOf(values: Float64Array): number {
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}
