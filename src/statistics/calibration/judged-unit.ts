/** One trial of one subject: what the judge gave it and, if it was drawn and labelled, what humans said. Both are on one scale; pass or fail is 1 or 0. */
export interface JudgedUnit {
  case_id: string;
  judge: number;
  /** The mean of its annotators, or the label that settled their disagreement. */
  label?: number;
  /** The chance with which it was drawn for labelling. Without one, a label was chosen by hand and corrects nothing. */
  probability?: number;
  /** The stratum it was drawn from. It counts only if all units have one, the ones that were not drawn included. */
  stratum?: string;
}

/** A unit as the estimate weighs it: every case counts the same, and so does every trial of a case. */
export interface WeighedUnit extends JudgedUnit {
  weight: number;
}

export function isDrawn<Unit extends JudgedUnit>(unit: Unit): unit is Unit & { label: number; probability: number } {
  return unit.label !== undefined && unit.probability !== undefined && unit.probability > 0;
}

/** Weights that sum to one. */
export function weighUnits(units: readonly JudgedUnit[]): WeighedUnit[] {
  const trials = new Map<string, number>();
  for (const { case_id } of units) trials.set(case_id, (trials.get(case_id) ?? 0) + 1);
  return units.map((unit) => ({ ...unit, weight: 1 / (trials.size * trials.get(unit.case_id)!) }));
}
