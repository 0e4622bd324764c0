import {
  type Interval,
  mean,
  pairedDifference,
  type Scale,
  stratifiedMean,
  type Undefined,
  undefinedBecause,
  unpairedDifference,
  weightedMean,
} from "../../../statistics/index.ts";
import { idKey, type StratumCount } from "../sampling/sample.ts";
import type { BatchResult } from "../scoring/result.ts";

/** The difference between two experiments, estimated for all of their items, not only the sampled ones. */
export interface ExperimentDifference {
  /** `paired`: on the items both samples share; `unpaired`: on two samples that share too few. */
  method: "paired" | "unpaired";
  shared_items: number;
  base: number;
  candidate: number;
  difference: number;
  interval: Interval | Undefined;
  /** Scaled so that the square root law gives the standard error; null when unknown. */
  standard_deviation: number | null;
  /** Number of values behind the difference (pairs, or the smaller side's scores), and of items sampled for them. */
  values: number;
  sampled: number;
  /** Share of the candidate's items without a valid verdict: of those scored in the base, when paired. */
  lost_share: number;
  /** Strata of the base with items, none of which could be compared. */
  strata_left_out: string[];
}

/** Share of common items below which the pairs represent a small corner of the samples, and all items are compared instead. */
const ENOUGH_SHARED = 0.5;

/** Fewer pairs cannot tell a difference from chance: five coins fall on one side once in sixteen times. */
export const FEWEST_PAIRS = 6;
/** The same for two unpaired groups. */
export const FEWEST_A_SIDE = 4;

export function experimentDifference(base: BatchResult, candidate: BatchResult): ExperimentDifference | Undefined {
  if (scored(base) === 0 || scored(candidate) === 0) {
    const empty = scored(base) === 0 ? base.name : candidate.name;
    return undefinedBecause(`${empty} has no scored item, so there is nothing to compare`);
  }
  const cells = sharedCells(base, candidate);
  const shared = cells.reduce((sum, { pairs }) => sum + pairs.length, 0);
  const isPaired = shared >= 2 && shared >= ENOUGH_SHARED * Math.min(scored(base), scored(candidate));
  return isPaired ? paired(cells, base, candidate) : unpaired(shared, base, candidate);
}

/** Shared items with the same probability of being drawn in both experiments. */
interface Cell {
  /** The base's name for it. */
  stratum: string;
  /** True if the candidate has another. */
  moved: boolean;
  /** Number of items of the population it represents. */
  population: number;
  pairs: { id: string; base: number; candidate: number }[];
  lost: number;
}

/**
 * Groups shared items into cells. Items are drawn by the rank of their id, the same in both experiments. So an item in a stratum
 * drawn at the rate f in one and g in the other is drawn by both with probability min(f, g), and each such item represents
 * 1/min(f, g).
 */
function sharedCells(base: BatchResult, candidate: BatchResult): Cell[] {
  const others = new Map(candidate.items.map((item) => [idKey(item.item_id), item]));
  const cells = new Map<string, Cell>();
  for (const item of base.items) {
    const id = idKey(item.item_id);
    const other = others.get(id);
    if (!other) continue;
    const key = JSON.stringify([item.stratum, other.stratum]);
    const moved = item.stratum !== other.stratum;
    const cell = cells.get(key) ?? { stratum: item.stratum, moved, population: 0, pairs: [], lost: 0 };
    cells.set(key, cell);
    cell.population += 1 / Math.min(rateOf(base, item.stratum), rateOf(candidate, other.stratum));
    // Items without a score reduce the precision, not the weight of their stratum.
    if (item.score !== null && other.score !== null) cell.pairs.push({ id, base: item.score, candidate: other.score });
    else if (item.score !== null) cell.lost += 1;
  }
  return [...cells.values()];
}

function paired(cells: Cell[], base: BatchResult, candidate: BatchResult): ExperimentDifference {
  const measured = cells.filter(({ pairs }) => pairs.length > 0);
  const shared_items = measured.reduce((sum, { pairs }) => sum + pairs.length, 0);
  const lost = cells.reduce((sum, cell) => sum + cell.lost, 0);
  const weighted = (side: "base" | "candidate") =>
    measured.reduce((sum, { population, pairs }) => sum + population * mean(pairs.map((pair) => pair[side])), 0) /
    measured.reduce((sum, { population }) => sum + population, 0);
  return {
    method: "paired",
    shared_items,
    base: weighted("base"),
    candidate: weighted("candidate"),
    ...(measured.length === 1
      ? simpleDifference(measured[0]!, base.scoring.scale)
      : weightedDifference(measured, shared_items, base.scoring.scale)),
    lost_share: lost / (lost + shared_items),
    values: shared_items,
    sampled: Math.min(base.items.length, candidate.items.length),
    strata_left_out: base.sample.strata
      .filter(({ stratum, population }) => population > 0 && !measured.some((cell) => cell.stratum === stratum))
      .map(({ stratum }) => stratum),
  };
}

type Estimate = Pick<ExperimentDifference, "difference" | "interval" | "standard_deviation">;

function simpleDifference({ pairs }: Cell, scale: Scale | undefined): Estimate {
  const side = (name: "base" | "candidate") => new Map(pairs.map((pair) => [pair.id, [pair[name]]]));
  const estimate = pairedDifference(side("base"), side("candidate"), { scale });
  if (estimate.kind === "undefined") throw new Error(`pairs without a difference: ${estimate.reason}`);
  const { difference, interval, standard_deviation } = estimate;
  return { difference, interval, standard_deviation };
}

function weightedDifference(cells: Cell[], pairs: number, scale: Scale | undefined): Estimate {
  const widest = scale && scale.high - scale.low;
  const limits = widest === undefined ? undefined : { low: -widest, high: widest };
  const strata = cells.map((cell) => ({
    population: cell.population,
    values: cell.pairs.map(({ base, candidate }) => tidy(candidate - base)),
  }));
  // The number of items that changed their bucket is itself an estimate, and adds to the error.
  const estimate = cells.some(({ moved }) => moved)
    ? weightedMean(
        strata.flatMap(({ population, values }) =>
          values.map((value) => ({ value, weight: population / values.length })),
        ),
        { scale: limits },
      )
    : stratifiedMean(strata, { finitePopulation: false, scale: limits });
  if (estimate.kind === "undefined") throw new Error(`pairs without a difference: ${estimate.reason}`);
  const { mean: difference, standard_error: error, interval } = estimate;
  return {
    difference,
    interval,
    standard_deviation: typeof error === "number" ? error * Math.sqrt(pairs) : null,
  };
}

function unpaired(shared: number, base: BatchResult, candidate: BatchResult): ExperimentDifference | Undefined {
  const strataOf = ({ items, sample }: BatchResult) =>
    sample.strata.map(({ stratum, population }) => ({
      stratum,
      population,
      values: items.flatMap((item) => (item.stratum === stratum && item.score !== null ? [item.score] : [])),
    }));
  const [first, second] = [strataOf(base), strataOf(candidate)];
  const estimate = unpairedDifference(first, second, { scale: base.scoring.scale });
  const [baseMean, candidateMean] = [stratifiedMean(first), stratifiedMean(second)];
  if (estimate.kind === "undefined") return estimate;
  if (baseMean.kind === "undefined") return baseMean;
  if (candidateMean.kind === "undefined") return candidateMean;
  return {
    method: "unpaired",
    shared_items: shared,
    base: baseMean.mean,
    candidate: candidateMean.mean,
    difference: estimate.difference,
    interval: estimate.interval,
    standard_deviation: estimate.standard_deviation,
    lost_share: 1 - scored(candidate) / candidate.items.length,
    values: Math.min(scored(base), scored(candidate)),
    sampled: Math.min(base.items.length, candidate.items.length),
    strata_left_out: [first, second]
      .flat()
      .filter(({ population, values }) => population > 0 && values.length === 0)
      .map(({ stratum }) => stratum),
  };
}

/** Removes rounding errors, which would make equal differences unequal or miss a minimum that is met: 7.3 − 6.3 is 1. */
export function tidy(value: number): number {
  return Math.round(value * 1e10) / 1e10;
}

function scored({ items }: BatchResult): number {
  return items.filter(({ score }) => score !== null).length;
}

function rateOf({ sample }: BatchResult, name: string): number {
  const found: StratumCount | undefined = sample.strata.find(({ stratum }) => stratum === name);
  return found && found.sampled > 0 ? found.sampled / found.population : 1;
}
