import { formatRounded } from "../../text/presentation/index.ts";
import { findExtent } from "./find-extent.ts";
import type { MeasuredUnit } from "./measure-units.ts";

/** Units that judges rated alike; a share of them is drawn. */
export interface UnitStratum<Unit extends MeasuredUnit> {
  /** Opaque, since annotators may see it in labels. */
  stratum: string;
  description: string;
  units: Unit[];
}

/** By the judges' certainty, most doubtful last. */
const DOUBTS = ["the judges agree", "a judge wavers", "the judges disagree"] as const;
const LEVELS = 3;

/**
 * Divides units by score, by the range of a judge's repetitions and by the distance between judges. Joins parts with fewer units than
 * `smallest` with their neighbours, and also the smallest ones beyond `most`.
 */
export function divideUnits<Unit extends MeasuredUnit>(
  units: readonly Unit[],
  { smallest, most }: { smallest: number; most: number },
): UnitStratum<Unit>[] {
  const cuts = levelCuts(units.map(({ score }) => score));
  const wavers = cutOfDoubt(units.map(({ spread }) => spread));
  const disagrees = cutOfDoubt(units.map(({ disagreement }) => disagreement));
  const cellOf = ({ score, spread, disagreement }: MeasuredUnit) => {
    const level = cuts.filter((cut) => score > cut).length;
    const doubt = disagreement >= disagrees ? 2 : spread >= wavers ? 1 : 0;
    return level * DOUBTS.length + doubt;
  };
  const cells = Array.from({ length: LEVELS * DOUBTS.length }, (_, cell) => ({
    doubts: [DOUBTS[cell % DOUBTS.length]!],
    level: Math.floor(cell / DOUBTS.length),
    units: [] as Unit[],
  }));
  for (const unit of units) cells[cellOf(unit)]!.units.push(unit);
  const joined = joinSmall(
    cells.filter((cell) => cell.units.length > 0),
    smallest,
    most,
  );
  return joined.map(({ units: own, doubts }, index) => ({
    stratum: `s${index + 1}`,
    description: `${scoresOf(own)}; ${doubts.join(", or ")}`,
    units: own,
  }));
}

interface Part<Unit extends MeasuredUnit> {
  doubts: string[];
  level: number;
  units: Unit[];
}

/** Returns the bounds of the lower, middle and upper third of the scores. */
function levelCuts(scores: readonly number[]): number[] {
  const sorted = [...scores].sort((one, other) => one - other);
  const at = (part: number) => sorted[Math.ceil((sorted.length * part) / LEVELS) - 1] ?? 0;
  return [at(1), at(2)];
}

/** Returns the median of positive values: the more doubtful half of what is in doubt. */
function cutOfDoubt(values: readonly number[]): number {
  const doubtful = values.filter((value) => value > 0).sort((one, other) => one - other);
  return doubtful.length === 0 ? Number.POSITIVE_INFINITY : doubtful[Math.floor((doubtful.length - 1) / 2)]!;
}

function joinSmall<Unit extends MeasuredUnit>(parts: Part<Unit>[], smallest: number, most: number): Part<Unit>[] {
  const left = [...parts];
  for (;;) {
    const sizes = left.map(({ units }) => units.length);
    const at = sizes.indexOf(Math.min(...sizes));
    if (left.length < 2 || (sizes[at]! >= smallest && left.length <= most)) return left;
    const neighbours = [at - 1, at + 1].filter((index) => index >= 0 && index < left.length);
    neighbours.sort((one, other) => distance(left, at, one) - distance(left, at, other));
    const [first, second] = [at, neighbours[0]!].sort((one, other) => one - other) as [number, number];
    const [one, other] = [left[first]!, left[second]!];
    left.splice(first, 2, {
      doubts: DOUBTS.filter((doubt) => one.doubts.includes(doubt) || other.doubts.includes(doubt)),
      level: other.level,
      units: [...one.units, ...other.units],
    });
  }
}

/** Prefers the same third of the scores, then smaller parts. */
function distance(parts: readonly Part<MeasuredUnit>[], from: number, to: number): number {
  return Math.abs(parts[from]!.level - parts[to]!.level) * 1e9 + parts[to]!.units.length;
}

function scoresOf(units: readonly MeasuredUnit[]): string {
  const ends = findExtent(units.map(({ score }) => score));
  const [low, high] = [formatRounded(ends.low), formatRounded(ends.high)];
  return low === high ? `judges score ${low}` : `judges score ${low} to ${high}`;
}
