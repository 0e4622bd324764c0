import {
  casesNeeded,
  type Interval,
  mean,
  pairedDifference,
  type Undefined,
  unpairedDifference,
} from "../../statistics/index.ts";
import type { Measuring } from "./measure.ts";
import type { BatchResult } from "./result.ts";
import { idKey } from "./sample.ts";

/** Whether to keep what the candidate changed. `improvement` counts in the direction that is better. */
export interface BatchComparison {
  schema_version: 1;
  decision: "keep" | "revert" | "inconclusive";
  reason: string;
  base: { name: string; mean: number };
  candidate: { name: string; mean: number };
  /** `paired`: on the items both samples share; `unpaired`: on two samples that share too few. */
  method: "paired" | "unpaired";
  shared_items: number;
  improvement: number;
  interval: Interval | Undefined;
  minimum_improvement: number;
  /** Items that would decide an inconclusive comparison; null when there is a decision or nobody can tell. */
  items_needed: number | null;
  warnings: string[];
}

export type ComparisonOrRefusal = { ok: true; comparison: BatchComparison } | { ok: false; reasons: string[] };

/** Below this share of common items the pairs speak of a small corner of the samples, and all items are compared instead. */
const ENOUGH_SHARED = 0.5;

/**
 * `keep` when an improvement is shown (the interval lies above 0) and is at least the minimum; `revert` when the interval
 * lies below the minimum, so that no worthwhile improvement is left to hope for; `inconclusive` otherwise. Results that
 * were not measured alike are refused: their difference would be the measuring's.
 */
export function compareResults(base: BatchResult, candidate: BatchResult): ComparisonOrRefusal {
  const reasons = differencesInMeasuring(base, candidate);
  if (reasons.length > 0) return { ok: false, reasons };
  const [first, second] = [scoresOf(base), scoresOf(candidate)];
  if (first.size === 0 || second.size === 0) {
    const empty = first.size === 0 ? base.name : candidate.name;
    return { ok: false, reasons: [`${empty} has no scored item, so there is nothing to compare`] };
  }
  const sign = base.scoring.direction === "maximize" ? 1 : -1;
  const shared = [...first.keys()].filter((id) => second.has(id)).length;
  const method = shared >= 2 && shared >= ENOUGH_SHARED * Math.min(first.size, second.size) ? "paired" : "unpaired";
  const difference =
    method === "paired"
      ? pairedDifference(asCases(first), asCases(second))
      : unpairedDifference([...first.values()], [...second.values()]);
  if (difference.kind === "undefined") return { ok: false, reasons: [difference.reason] };
  const improvement = sign * difference.difference;
  const interval = oriented(difference.interval, sign);
  const minimum = candidate.scoring.minimum_improvement;
  const verdict = decide(improvement, interval, minimum);
  return {
    ok: true,
    comparison: {
      schema_version: 1,
      ...verdict,
      base: { name: base.name, mean: mean([...first.values()]) },
      candidate: { name: candidate.name, mean: mean([...second.values()]) },
      method,
      shared_items: shared,
      improvement,
      interval,
      minimum_improvement: minimum,
      items_needed:
        verdict.decision === "inconclusive" ? itemsNeeded(improvement, difference.standard_deviation, minimum) : null,
      warnings: [base, candidate].flatMap(({ name, stopped, scores }) => [
        ...(stopped === null ? [] : [`${name} is incomplete: ${stopped}`]),
        ...(scores.unscored === 0 ? [] : [`${name} has ${scores.unscored} unscored items, left out here`]),
      ]),
    },
  };
}

const MEASURING_IN_WORDS: Record<keyof Measuring, string> = {
  rubric: "the rubric",
  singleton_rubric: "the rubric for singletons",
  scoring: "the scored fields (names, types, ranges or direction)",
  sampling: "the sampling (seed, sizes, strata or batch size)",
  prompts: "the prompt texts",
  judges: "the judges (models, options, repetitions or endpoints)",
};

function differencesInMeasuring(base: BatchResult, candidate: BatchResult): string[] {
  const parts = Object.keys(MEASURING_IN_WORDS) as (keyof Measuring)[];
  return parts
    .filter((part) => base.measuring[part] !== candidate.measuring[part])
    .map((part) => `${MEASURING_IN_WORDS[part]} differ`);
}

function decide(
  improvement: number,
  interval: Interval | Undefined,
  minimum: number,
): Pick<BatchComparison, "decision" | "reason"> {
  if (interval.kind === "undefined") {
    return { decision: "inconclusive", reason: `there is no interval, because ${interval.reason}` };
  }
  const words = `improvement ${signed(improvement)} (95 % interval ${signed(interval.low)} to ${signed(interval.high)})`;
  if (interval.low > 0 && improvement >= minimum) {
    return { decision: "keep", reason: `${words} is above 0 and reaches the minimum of ${minimum}` };
  }
  if (interval.high < 0) return { decision: "revert", reason: `${words} lies below 0: it got worse` };
  if (interval.high < minimum) return { decision: "revert", reason: `${words} stays below the minimum of ${minimum}` };
  if (improvement < minimum)
    return { decision: "inconclusive", reason: `${words} may or may not reach the minimum of ${minimum}` };
  return { decision: "inconclusive", reason: `${words} reaches the minimum of ${minimum}, but could also be none` };
}

/** How many items shrink the interval enough to fall to one side: of 0 for a large improvement, of the minimum for a small one. */
function itemsNeeded(improvement: number, deviation: number | null, minimum: number): number | null {
  if (deviation === null) return null;
  const distance = improvement >= minimum ? improvement : minimum - improvement;
  const needed = casesNeeded(deviation, distance);
  return typeof needed === "number" ? needed : null;
}

function scoresOf({ items }: BatchResult): Map<string, number> {
  return new Map(items.flatMap(({ item_id, score }) => (score === null ? [] : [[idKey(item_id), score] as const])));
}

function asCases(scores: Map<string, number>): Map<string, number[]> {
  return new Map([...scores].map(([id, score]) => [id, [score]]));
}

function oriented(interval: Interval | Undefined, sign: number): Interval | Undefined {
  if (interval.kind === "undefined" || sign === 1) return interval;
  return { ...interval, low: -interval.high, high: -interval.low };
}

export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}
