import { casesNeeded, type Interval, type Undefined } from "../../../statistics/index.ts";
import { agree, formatPercent, formatRange, formatSigned, plural } from "../../../text/presentation/index.ts";
import type { Measuring } from "../measuring/fingerprint.ts";
import type { BatchResult } from "../scoring/result.ts";
import { type ExperimentDifference, experimentDifference, FEWEST_A_SIDE, FEWEST_PAIRS, tidy } from "./difference.ts";

/** The decision on keeping the candidate's change. `improvement` is positive in the better direction. */
export interface BatchComparison {
  schema_version: 1;
  decision: "keep" | "revert" | "inconclusive";
  reason: string;
  base: ComparedExperiment;
  candidate: ComparedExperiment;
  /** `paired`: on the items both samples share; `unpaired`: on two samples that share too few. */
  method: "paired" | "unpaired";
  shared_items: number;
  improvement: number;
  interval: Interval | Undefined;
  minimum_improvement: number;
  /** The sample_size that would decide an inconclusive comparison; null when there is a decision or it is unknown. */
  items_needed: number | null;
  warnings: string[];
}

/** Caveats for a better mean, which can be bought by producing less. */
interface ComparedExperiment {
  name: string;
  /** Of the compared items, weighted to the population when the sample was stratified. */
  mean: number;
  /** Items the experiment produced. */
  population: number;
  unscored: number;
  ambiguous_share: number | null;
  /** Share of singletons that should have been clustered; null when none were judged. */
  false_negative_share: number | null;
}

export type ComparisonOrRefusal = { ok: true; comparison: BatchComparison } | { ok: false; reasons: string[] };

/**
 * Decides: `keep` when an improvement is shown (the interval is above 0) and reaches the minimum; `revert` when the interval is
 * below the minimum, so that no worthwhile improvement is left to hope for; `inconclusive` otherwise. Refuses results that were
 * not measured alike, whose difference would be that of the measuring.
 */
export function compareResults(base: BatchResult, candidate: BatchResult): ComparisonOrRefusal {
  const reasons = differencesInMeasuring(base, candidate);
  if (reasons.length > 0) return { ok: false, reasons };
  const found = experimentDifference(base, candidate);
  if ("kind" in found) return { ok: false, reasons: [found.reason] };
  const sign = base.scoring.direction === "maximize" ? 1 : -1;
  const improvement = tidy(sign * found.difference);
  const interval = oriented(found.interval, sign);
  const minimum = candidate.scoring.minimum_improvement;
  const verdict =
    tooFew(found) ?? tooManyLost(found, decide(improvement, interval, minimum, found.standard_deviation === 0));
  return {
    ok: true,
    comparison: {
      schema_version: 1,
      ...verdict,
      base: describeExperiment(base, found.base),
      candidate: describeExperiment(candidate, found.candidate),
      method: found.method,
      shared_items: found.shared_items,
      improvement,
      interval,
      minimum_improvement: minimum,
      items_needed: verdict.decision === "inconclusive" ? itemsNeeded(improvement, found, minimum) : null,
      warnings: warningsAbout(base, candidate, found),
    },
  };
}

const MEASURING_IN_WORDS: Record<keyof Measuring, string> = {
  rubric: "the rubric differs",
  singleton_rubric: "the rubric for singletons differs",
  scoring: "the scored fields differ (names, types, ranges or direction)",
  sampling: "the sampling differs (seed, sizes, strata or batch size)",
  prompts: "the prompt texts differ (another version of Assay?)",
  judges: "the judges differ (models, options, repetitions or endpoints)",
  decision: "minimum_improvement differs",
};

function differencesInMeasuring(base: BatchResult, candidate: BatchResult): string[] {
  const parts = Object.keys(MEASURING_IN_WORDS) as (keyof Measuring)[];
  return parts
    .filter((part) => base.measuring[part] !== candidate.measuring[part])
    .map((part) => MEASURING_IN_WORDS[part]);
}

type Verdict = Pick<BatchComparison, "decision" | "reason">;

/** Rejects a handful of nearly equal differences, whose t interval is narrow by luck: chance would suffice. */
function tooFew({ method, values }: ExperimentDifference): Verdict | null {
  const fewest = fewestValues(method);
  if (values >= fewest) return null;
  const where = method === "paired" ? "scored in both" : "scored on one side";
  const reason = `${plural(values, "item")} ${where} ${agree(values, "is", "are")} too few to tell a difference from chance; the least is ${fewest}`;
  return { decision: "inconclusive", reason };
}

/** Share of unscorable items from which a better mean of the others is no improvement. */
const MOST_LOST = 0.1;

/** Prevents garbage that no judge can score from improving the mean. A visible loss remains a loss. */
function tooManyLost({ lost_share }: ExperimentDifference, verdict: Verdict): Verdict {
  if (verdict.decision !== "keep" || lost_share <= MOST_LOST) return verdict;
  const reason = `the items that could be judged are better, but ${formatPercent(lost_share)} of the candidate's have no valid verdict`;
  return { decision: "inconclusive", reason };
}

function fewestValues(method: ExperimentDifference["method"]): number {
  return method === "paired" ? FEWEST_PAIRS : FEWEST_A_SIDE;
}

/** `constant`: all items agree, and there are enough of them to rule out chance. */
function decide(improvement: number, interval: Interval | Undefined, minimum: number, constant: boolean): Verdict {
  if (interval.kind === "undefined" && constant) return decideWithoutSpread(improvement, minimum);
  if (interval.kind === "undefined")
    return { decision: "inconclusive", reason: `there is no interval, because ${interval.reason}` };
  const words = `improvement ${formatSigned(improvement)} (95 % interval ${formatRange(interval, (value, more) => formatSigned(value, 2 + more))})`;
  if (interval.low > 0 && improvement >= minimum) {
    return { decision: "keep", reason: `${words} is above 0 and reaches the minimum of ${minimum}` };
  }
  if (interval.high < 0) return { decision: "revert", reason: `${words} is below 0: it got worse` };
  if (interval.high < minimum) return { decision: "revert", reason: `${words} stays below the minimum of ${minimum}` };
  if (improvement < minimum)
    return { decision: "inconclusive", reason: `${words} may or may not reach the minimum of ${minimum}` };
  return { decision: "inconclusive", reason: `${words} reaches the minimum of ${minimum}, but could also be none` };
}

function decideWithoutSpread(improvement: number, minimum: number): Verdict {
  // Even without a minimum, a change without effect is not worth keeping.
  if (improvement === 0) return { decision: "revert", reason: "every compared item has the score it had before" };
  const words = `improvement ${formatSigned(improvement)}, without any spread between the items of a bucket,`;
  if (improvement < 0) return { decision: "revert", reason: `${words} is below 0: it got worse` };
  return improvement >= minimum
    ? { decision: "keep", reason: `${words} reaches the minimum of ${minimum}` }
    : { decision: "revert", reason: `${words} stays below the minimum of ${minimum}` };
}

/**
 * The sample size that shrinks the interval to one side: of 0 for a large improvement, of the minimum for a small one. Counted in
 * sampled items, assuming today's rates of shared and scored ones.
 */
function itemsNeeded(
  improvement: number,
  { method, standard_deviation, values, sampled, lost_share }: ExperimentDifference,
  minimum: number,
): number | null {
  if (lost_share > MOST_LOST) return null;
  const fewest = fewestValues(method);
  const distance = improvement >= minimum ? improvement : minimum - improvement;
  const needed = standard_deviation ? casesNeeded(standard_deviation, distance) : fewest;
  if (typeof needed !== "number" || standard_deviation === null) return null;
  return Math.ceil((Math.max(needed, fewest) * sampled) / values);
}

function describeExperiment({ name, sample, scores, singletons }: BatchResult, mean: number): ComparedExperiment {
  const missed = singletons?.false_negatives;
  return {
    name,
    mean,
    population: sample.population,
    unscored: scores.unscored,
    ambiguous_share: scores.ambiguous.kind === "undefined" ? null : scores.ambiguous.share,
    false_negative_share: missed === undefined || missed.kind === "undefined" ? null : missed.share,
  };
}

function warningsAbout(base: BatchResult, candidate: BatchResult, { strata_left_out }: ExperimentDifference): string[] {
  return [
    ...[base, candidate].flatMap(({ name, stopped, scores }) => [
      ...(stopped === null ? [] : [`${name} is incomplete: ${stopped}`]),
      ...(scores.unscored === 0 ? [] : [`${name} has ${plural(scores.unscored, "unscored item")}, left out here`]),
    ]),
    ...[...new Set(strata_left_out)].map((stratum) => `no item of ${stratum} could be compared`),
  ];
}

function oriented(interval: Interval | Undefined, sign: number): Interval | Undefined {
  if (interval.kind === "undefined") return interval;
  const [low, high] = [tidy(sign * interval.low), tidy(sign * interval.high)].sort((one, other) => one - other);
  return { ...interval, low: low!, high: high! };
}
