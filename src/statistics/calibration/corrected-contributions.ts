import { type LabelCell, sumOf } from "./label-cells.ts";

/** A corrected mean as the contributions of its cases, from which its error is computed. */
export interface CorrectedContributions {
  /** The corrected mean: the sum of all contributions. */
  value: number;
  by_case: Map<string, number>;
  /** Each case's part from its own labels. The parts sum to zero; cases without labels have none. */
  label_parts: Map<string, number>;
  /** λ, averaged over the labels. */
  lambda: number;
  labelled: number;
  /** Equivalent number of equally weighted labels. */
  effective_labels: number;
  /** Extra variance of cells with few labels, borrowed from the spread of the others. */
  borrowed_variance: number;
}

/**
 * The difference estimator θ = Σ_cells W (λ F + Σ p (Y − λ f)), with W a cell's share of the population, F the judge's mean over
 * all of it and p the shares of its labelled units, written as a sum over cases. A case contributes the prediction for its trials
 * and the deviation of its labels from that prediction. The cases are a sample of possible questions and the labels a sample of
 * the trials; the spread between contributions covers both.
 */
export function correctedContributions(
  cells: readonly LabelCell[],
  lambdaOf: (case_id: string) => number,
): CorrectedContributions {
  const byCase = new Map<string, number>();
  const labelParts = new Map<string, number>();
  const spreads: CellSpread[] = [];
  let value = 0;
  let lambda = 0;
  for (const cell of cells) {
    const cellLambda = sumOf(cell.labelled, (unit) => unit.share * lambdaOf(unit.case_id));
    const residual = sumOf(cell.labelled, (unit) => unit.share * (unit.label - lambdaOf(unit.case_id) * unit.judge));
    const centre = cellLambda * cell.judge + residual;
    value += cell.weight * centre;
    lambda += cell.weight * cellLambda;
    for (const unit of cell.units) add(byCase, unit.case_id, unit.weight * (cellLambda * unit.judge + residual));
    const effective = 1 / sumOf(cell.labelled, ({ share }) => share ** 2);
    const inflation = smallSample(cell, effective);
    let variance = 0;
    for (const unit of cell.labelled) {
      const corrected = unit.label + lambdaOf(unit.case_id) * (cell.judge - unit.judge);
      const part = inflation * cell.weight * unit.share * (corrected - centre);
      add(byCase, unit.case_id, part);
      add(labelParts, unit.case_id, part);
      variance += part ** 2;
    }
    spreads.push({ weight: cell.weight, effective, variance });
  }
  return {
    value,
    by_case: byCase,
    label_parts: labelParts,
    lambda,
    labelled: sumOf(cells, ({ labelled }) => labelled.length),
    effective_labels: effectiveLabels(cells),
    borrowed_variance: borrowedVariance(spreads),
  };
}

interface CellSpread {
  weight: number;
  /** Equivalent number of equally weighted labels. */
  effective: number;
  /** Contribution of the cell's labels to the variance of the estimate. */
  variance: number;
}

/** Weight of the common spread in each cell, as a number of labels. */
const BORROWED_LABELS = 3;

/**
 * Lets cells borrow from the common spread: a few labels that all agree with the judge say little about how often it is wrong in
 * their cell.
 */
function borrowedVariance(spreads: readonly CellSpread[]): number {
  if (spreads.length === 1) return 0;
  const freedom = spreads.map(({ effective }) => Math.max(0.5, effective - 1));
  const squared = spreads.map(({ variance, effective, weight }) => (variance * effective) / weight ** 2);
  const common = sumOf(
    squared.map((own, index) => own * freedom[index]!),
    same,
  );
  const mean = common / sumOf(freedom, same);
  const borrowed = spreads.map(
    ({ weight, effective }, index) =>
      ((weight ** 2 / effective) * BORROWED_LABELS * (mean - squared[index]!)) / (freedom[index]! + BORROWED_LABELS),
  );
  return sumOf(borrowed, same);
}

/** Kish's effective size over cases, since labels of one case resemble each other. */
function effectiveLabels(cells: readonly LabelCell[]): number {
  const says = new Map<string, number>();
  for (const cell of cells) for (const unit of cell.labelled) add(says, unit.case_id, cell.weight * unit.share);
  return 1 / sumOf([...says.values()], (say) => say ** 2);
}

/** Corrects residuals from their own mean, which are too small by m − 1 in m; not for a fully labelled cell, whose mean is no estimate. */
function smallSample(cell: LabelCell, effective: number): number {
  if (effective <= 1) return 1;
  const unlabelled = Math.max(0, 1 - cell.labelled.length / cell.units.length);
  return Math.sqrt(1 + unlabelled / (effective - 1));
}

function add(map: Map<string, number>, key: string, amount: number): void {
  map.set(key, (map.get(key) ?? 0) + amount);
}

function same(value: number): number {
  return value;
}
