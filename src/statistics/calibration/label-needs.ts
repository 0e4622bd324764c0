/** A squared error in two parts: one that labels reduce, and one that only more cases reduce. */
export interface ErrorParts {
  /** The whole variance of the estimate. */
  variance: number;
  /** The part that comes from labelling only a sample. */
  label_variance: number;
  /** Numbers of labelled trials and of all trials. */
  labelled: number;
  trials: number;
}

/**
 * Additional labels that would halve the interval, everything else unchanged: the variance is A + B/n, and A + B/n' has to be a
 * quarter of it. Null if no number of labels suffices, because there are too few cases.
 */
export function labelsToHalve({ variance, label_variance, labelled, trials }: ErrorParts): number | null {
  const wished = variance / 4 - (variance - label_variance);
  if (wished <= 0) return null;
  const needed = Math.ceil((label_variance * labelled) / wished);
  return needed > trials ? null : needed - labelled;
}

/**
 * Number of labels that would give the same interval without the judge: n · (error without it / error with it)². At most the
 * number of trials. Below n the judge did harm.
 */
export function effectiveLabels(
  labelled: number,
  trials: number,
  variance: { with_judge: number; without_judge: number },
): number {
  return Math.min(trials, (labelled * variance.without_judge) / variance.with_judge);
}
