import { isDrawn, type WeighedUnit } from "./judged-unit.ts";

/** A labelled unit within its cell; `share` is the part of the cell it represents, summing to one. */
interface LabelledUnit {
  case_id: string;
  judge: number;
  label: number;
  share: number;
}

/** A part of the population in which labels represent the unlabelled units. */
export interface LabelCell {
  units: WeighedUnit[];
  labelled: LabelledUnit[];
  /** Its share of the whole population. */
  weight: number;
  /** Mean of the judge's scores over all of its units. */
  judge: number;
}

/** A cell with fewer labels has no spread to judge by. */
const FEWEST_IN_CELL = 2;

/**
 * One cell per stratum, or a single one if the stratum of any unit is unknown. A cell with fewer than two labels joins the
 * neighbour whose judge scores are nearest. Within a cell a labelled unit is weighted by its weight over its inclusion
 * probability (Hájek), so that strata with different probabilities can be joined, and a drawn unit without a label costs only
 * precision.
 */
export function labelCells(units: readonly WeighedUnit[]): LabelCell[] {
  const stratified = units.every(({ stratum }) => stratum !== undefined);
  const groups = new Map<string, WeighedUnit[]>();
  for (const unit of units) {
    const key = stratified ? unit.stratum! : "";
    const group = groups.get(key);
    if (group) group.push(unit);
    else groups.set(key, [unit]);
  }
  const cells = [...groups.values()].map(cellOf).sort((one, other) => one.judge - other.judge);
  while (cells.length > 1) {
    const index = cells.findIndex(({ labelled }) => labelled.length < FEWEST_IN_CELL);
    if (index < 0) break;
    const into = nearestNeighbour(cells, index);
    const first = Math.min(index, into);
    cells.splice(first, 2, cellOf([...cells[first]!.units, ...cells[first + 1]!.units]));
  }
  return cells;
}

function cellOf(units: WeighedUnit[]): LabelCell {
  const weight = sumOf(units, (unit) => unit.weight);
  const drawn = units.filter(isDrawn);
  const total = sumOf(drawn, (unit) => unit.weight / unit.probability);
  return {
    units,
    weight,
    judge: sumOf(units, (unit) => unit.weight * unit.judge) / weight,
    labelled: drawn.map(({ case_id, judge, label, weight: own, probability }) => ({
      case_id,
      judge,
      label,
      share: own / probability / total,
    })),
  };
}

function nearestNeighbour(cells: readonly LabelCell[], index: number): number {
  if (index === 0) return 1;
  if (index === cells.length - 1) return index - 1;
  const below = cells[index]!.judge - cells[index - 1]!.judge;
  const above = cells[index + 1]!.judge - cells[index]!.judge;
  return below <= above ? index - 1 : index + 1;
}

export function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
}
