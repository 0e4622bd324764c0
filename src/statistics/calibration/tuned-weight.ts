import { type LabelCell, sumOf } from "./label-cells.ts";

/** The cells of a subject, and the sign of its mean in the estimate. */
export interface SignedCells {
  sign: 1 | -1;
  cells: readonly LabelCell[];
}

/**
 * Tunes the judge's weight λ in 0 … 1 for each labelled case: the slope of labels on judge scores within cells that makes the
 * error of the estimate smallest, computed without that case's own labels, and clipped. 0 ignores the judge, 1 takes its
 * differences at face value. For a difference of two subjects one slope serves both, that of the differences within cases; the
 * judge's bias is still estimated for each. PPI++ averages the judge over the unlabelled only and writes λ* = Cov(Y, f) / ((1 +
 * n/N) Var(f)). Here the judge is averaged over all trials, which is the same estimate with the plain slope in the place of λ*:
 * the factor comes from the labelled trials being among all of them. A judge that always says the same has no slope: λ is 0.
 * Source: Angelopoulos, Duchi and Zrnic, "PPI++: efficient prediction-powered inference" (2023), arXiv 2311.01453, section 6.
 */
export function tunedWeights(sides: readonly SignedCells[]): Map<string, number> {
  const cases = new Map<string, { label: number; judge: number }>();
  // Rounding residue in the spread of a judge that always gives the same score.
  let crumbs = 0;
  for (const { sign, cells } of sides) {
    for (const cell of cells) {
      const label = sumOf(cell.labelled, (unit) => unit.share * unit.label);
      const judge = sumOf(cell.labelled, (unit) => unit.share * unit.judge);
      for (const unit of cell.labelled) {
        const influence = sign * cell.weight * unit.share;
        const own = cases.get(unit.case_id) ?? { label: 0, judge: 0 };
        own.label += influence * (unit.label - label);
        own.judge += influence * (unit.judge - judge);
        cases.set(unit.case_id, own);
        crumbs += 1e-20 * (influence * unit.judge) ** 2;
      }
    }
  }
  let product = 0;
  let square = 0;
  for (const { label, judge } of cases.values()) {
    product += label * judge;
    square += judge * judge;
  }
  const slope = (across: number, along: number) => (along <= crumbs ? 0 : Math.min(1, Math.max(0, across / along)));
  return new Map(
    [...cases].map(([case_id, { label, judge }]) => [case_id, slope(product - label * judge, square - judge * judge)]),
  );
}
