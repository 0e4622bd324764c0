import { clusterBootstrap } from "../bootstrap.ts";
import { cohenKappa } from "../cohen-kappa.ts";
import { krippendorffAlpha } from "../krippendorff.ts";
import { withoutRoundingError } from "../mean.ts";
import { type Interval, type Undefined, undefinedBecause } from "../result.ts";
import { spearman } from "../spearman.ts";
import { weightedMean } from "../weighted-mean.ts";
import { shareInterval } from "../wilson.ts";
import { sumOf } from "./label-cells.ts";

/** A trial scored by both judge and humans; `weight` is the number of trials it represents. */
export interface ScoredTwice {
  case_id: string;
  judge: number;
  label: number;
  weight?: number;
}

export interface AgreementFigure {
  value: number;
  interval: Interval | Undefined;
}

/** A judge's agreement with humans, on the trials that both scored. */
export interface HumanAgreement {
  labels: number;
  cases: number;
  /** Agreement at the threshold, overall and among the trials that humans pass (fail). Weighted to all trials. */
  accuracy: AgreementFigure | Undefined;
  sensitivity: AgreementFigure | Undefined;
  specificity: AgreementFigure | Undefined;
  /** Beyond chance, of the labelled trials: Cohen's κ at the threshold, without one with quadratic weights; Krippendorff's α of the scores. */
  kappa: AgreementFigure | Undefined;
  alpha: AgreementFigure | Undefined;
  /** Spearman's ρ of the two orders of trials. */
  rank: AgreementFigure | Undefined;
  /** Mean of judge − humans, weighted to all trials. Above zero the judge is lenient. */
  level_bias: AgreementFigure | Undefined;
}

export interface HumanAgreementOptions {
  /** The lowest passing score; 0.5 for labels of pass or fail. */
  threshold?: number;
  level?: number;
  draws?: number;
}

const NO_THRESHOLD = undefinedBecause("there is no threshold");

/**
 * Agreement of one judge with the labels. Intervals of κ, α and ρ come from resampling cases, those of shares are Wilson's for
 * the equivalent number of independent trials.
 *
 * @example statistics.humanAgreement([{ case_id: "a", judge: 8, label: 7 }, { case_id: "b", judge: 5, label: 4 }]).level_bias.value // 1
 */
export function humanAgreement(
  trials: readonly ScoredTwice[],
  { threshold, level, draws = 1000 }: HumanAgreementOptions = {},
): HumanAgreement {
  const byCase = new Map<string, ScoredTwice[]>();
  for (const trial of trials) byCase.set(trial.case_id, [...(byCase.get(trial.case_id) ?? []), trial]);
  const cases = [...byCase.values()];
  const passes = (score: number) => score >= threshold!;
  const right = (trial: ScoredTwice) => passes(trial.judge) === passes(trial.label);
  const share = (of: (trial: ScoredTwice) => boolean, none: string) =>
    threshold === undefined ? NO_THRESHOLD : weightedShare(trials.filter(of), right, none, level);
  const redrawn = (statistic: (drawn: readonly ScoredTwice[]) => number | Undefined): AgreementFigure | Undefined => {
    const found = statistic(trials);
    if (typeof found !== "number") return found;
    const value = withoutRoundingError(found) + 0;
    const redraws = clusterBootstrap(
      cases,
      (drawn) => {
        const again = statistic(drawn.flat());
        return typeof again === "number" ? withoutRoundingError(again) + 0 : Number.NaN;
      },
      { draws, level, method: "percentile" },
    );
    return { value, interval: redraws.kind === "undefined" ? redraws : redraws.interval };
  };
  const bias = weightedMean(
    trials.map(({ judge, label, weight = 1 }) => ({ value: judge - label, weight })),
    { level },
  );
  return {
    labels: trials.length,
    cases: cases.length,
    accuracy: share(() => true, "there are no labels"),
    sensitivity: share((trial) => passes(trial.label), "humans passed none"),
    specificity: share((trial) => !passes(trial.label), "humans failed none"),
    kappa: redrawn((drawn) => {
      const pairs = drawn.map(({ judge, label }) =>
        threshold === undefined ? ([judge, label] as const) : ([Number(passes(judge)), Number(passes(label))] as const),
      );
      const found = cohenKappa(pairs, threshold === undefined ? "quadratic" : "none");
      return found.kind === "undefined" ? found : found.kappa;
    }),
    alpha: redrawn((drawn) => {
      const found = krippendorffAlpha(
        drawn.map(({ judge, label }) => [judge, label]),
        "interval",
      );
      return found.kind === "undefined" ? found : found.alpha;
    }),
    rank: redrawn((drawn) => {
      const found = spearman(drawn.map(({ judge, label }) => [judge, label]));
      return found.kind === "undefined" ? found : found.rho;
    }),
    level_bias: bias.kind === "undefined" ? bias : { value: bias.mean, interval: bias.interval },
  };
}

function weightedShare(
  trials: readonly ScoredTwice[],
  holds: (trial: ScoredTwice) => boolean,
  none: string,
  level?: number,
): AgreementFigure | Undefined {
  if (trials.length === 0) return undefinedBecause(none);
  const weight = ({ weight: own = 1 }: ScoredTwice) => own;
  const total = sumOf(trials, weight);
  const value = Math.min(1, sumOf(trials.filter(holds), weight) / total);
  const byCase = new Map<string, number>();
  for (const trial of trials) byCase.set(trial.case_id, (byCase.get(trial.case_id) ?? 0) + weight(trial));
  // Trials of one case count as one, because they resemble each other.
  const effective = total ** 2 / sumOf([...byCase.values()], (own) => own ** 2);
  return { value, interval: shareInterval(value, effective, level) };
}
