/** A squared error in two parts: what labels can lower, and what only more cases can. */
export interface ErrorParts {
  /** The whole variance of the estimate. */
  variance: number;
  /** The part of it that comes from labelling a sample only. */
  label_variance: number;
  /** How many trials have labels, and how many there are. */
  labelled: number;
  trials: number;
}

/**
 * How many labels more would make the interval half as wide, everything else as it is: the variance is A + B/n, and A + B/n' has to be a quarter of it. Null where no number of labels does
 * it, because the cases themselves are too few.
 */
export function labelsToHalve({ variance, label_variance, labelled, trials }: ErrorParts): number | null {
  const wished = variance / 4 - (variance - label_variance);
  if (wished <= 0) return null;
  const needed = Math.ceil((label_variance * labelled) / wished);
  return needed > trials ? null : needed - labelled;
}

/**
 * How many labels would give the same interval without the judge: n · (error without it / error with it)². Never more than there are trials to label. Below n the judge did harm.
 */
export function effectiveLabels(
  labelled: number,
  trials: number,
  variance: { with_judge: number; without_judge: number },
): number {
  return Math.min(trials, (labelled * variance.without_judge) / variance.with_judge);
}
