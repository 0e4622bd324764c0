/**
 * One trial of one subject: the judge's score and, if it was drawn and labelled, the human one. Both are on one scale; pass or
 * fail is 1 or 0.
 */
export interface JudgedUnit {
  case_id: string;
  judge: number;
  /** The mean of its annotators, or the adjudicated label. */
  label?: number;
  /** The probability with which it was drawn for labelling. A label without one was chosen by hand and corrects nothing. */
  probability?: number;
  /** The stratum it was drawn from. Used only if all units have one, including those not drawn. */
  stratum?: string;
}

/** A unit with its weight: cases have equal weights, as do the trials of a case. */
export interface WeighedUnit extends JudgedUnit {
  weight: number;
}

export function isDrawn<Unit extends JudgedUnit>(unit: Unit): unit is Unit & { label: number; probability: number } {
  return unit.label !== undefined && unit.probability !== undefined && unit.probability > 0;
}

/** Assigns weights that sum to one. */
export function weighUnits(units: readonly JudgedUnit[]): WeighedUnit[] {
  const trials = new Map<string, number>();
  for (const { case_id } of units) trials.set(case_id, (trials.get(case_id) ?? 0) + 1);
  return units.map((unit) => ({ ...unit, weight: 1 / (trials.size * trials.get(unit.case_id)!) }));
}
