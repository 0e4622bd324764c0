import {
  type CohenKappa,
  mean,
  type Proportion,
  type Undefined,
  undefinedBecause,
  wilsonInterval,
} from "../statistics/index.ts";
import type { FiledPair } from "./pair-file.ts";
import { preferenceAgreement } from "./preference-agreement.ts";
import { type WinRate, winRates } from "./win-rates.ts";

/**
 * Output of `assay calibrate --pairs`: a judge's preferences compared with people's. Within one `schema_version`, fields are only added.
 */
export interface PairCalibration {
  schema_version: 1;
  kind: "pair_calibration";
  pairs: number;
  labelled: number;
  /** Pairs without a valid answer in either order. */
  unanswered: number;
  /**
   * Share of labelled pairs on which the judge agrees with people. Both orders count together, as in JudgeBench: one right and one tie is
   * right; one right and one wrong is not.
   */
  accuracy: Proportion | Undefined;
  kappa: CohenKappa | Undefined;
  position: PositionBias;
  win_rates: WinRate[];
  /** Reason why win rates are not corrected, otherwise null. */
  not_corrected: string | null;
}

/** Effect of the order in which two answers are shown. */
interface PositionBias {
  /** Pairs judged in both orders. */
  both_orders: number;
  /** Share with the same preference in both orders. */
  consistent: Proportion | Undefined;
  /** Among changed preferences, the share for the answer shown first. One half means no bias. */
  first_preferred: Proportion | Undefined;
}

/** @param drawn states that the labelled pairs are a simple random sample of all pairs */
export function measurePairs(pairs: readonly FiledPair[], { drawn }: { drawn: boolean }): PairCalibration {
  const answered = pairs.flatMap((pair) => {
    const judge = preferred(pair);
    return judge === null ? [] : [{ ...pair, judge }];
  });
  const labelled = answered.flatMap((pair) => (pair.label === null ? [] : [{ ...pair, label: pair.label }]));
  const refused = whyNotCorrected(answered, drawn);
  const share = labelled.length / answered.length;
  const { same, kappa } = preferenceAgreement(labelled.map(({ judge, label }) => [word(judge), word(label)]));
  return {
    schema_version: 1,
    kind: "pair_calibration",
    pairs: pairs.length,
    labelled: pairs.filter(({ label }) => label !== null).length,
    unanswered: pairs.length - answered.length,
    accuracy: same,
    kappa,
    position: positionBias(pairs),
    win_rates: winRates(
      answered.map(({ case_id, first, second, judge, label, probability }) => {
        const chance = refused === null ? (probability ?? share) : null;
        return {
          ...{ case_id, first, second, judge },
          ...(label === null ? {} : { label, ...(chance === null ? {} : { probability: chance }) }),
        };
      }),
    ),
    not_corrected: refused,
  };
}

/** Combines both orders; null without a valid answer. */
function preferred({ decisions }: FiledPair): number | null {
  const given = decisions.filter((decision) => decision !== null);
  return given.length === 0 ? null : mean(given);
}

function word(preference: number): "first" | "second" | "tie" {
  return preference > 0.5 ? "first" : preference < 0.5 ? "second" : "tie";
}

function positionBias(pairs: readonly FiledPair[]): PositionBias {
  const both = pairs.flatMap(({ decisions: [aFirst, bFirst] }) =>
    aFirst === null || bFirst === null ? [] : [{ aFirst, bFirst }],
  );
  const same = both.filter(({ aFirst, bFirst }) => aFirst === bFirst).length;
  // A higher preference for A when A is shown first favours the first answer.
  const turned = both.filter(({ aFirst, bFirst }) => aFirst !== bFirst);
  return {
    both_orders: both.length,
    consistent:
      both.length === 0 ? undefinedBecause("no pair was judged in both orders") : wilsonInterval(same, both.length),
    first_preferred:
      turned.length === 0
        ? undefinedBecause(
            both.length === 0 ? "no pair was judged in both orders" : "no preference changes with the order",
          )
        : wilsonInterval(turned.filter(({ aFirst, bFirst }) => aFirst > bFirst).length, turned.length),
  };
}

function whyNotCorrected(pairs: readonly FiledPair[], drawn: boolean): string | null {
  const labelled = pairs.filter(({ label }) => label !== null);
  if (labelled.length === 0) return "no pair has a label";
  if (labelled.length === pairs.length || drawn) return null;
  return labelled.every(({ probability }) => probability !== null)
    ? null
    : "it is not known how the labelled pairs were chosen: give each a `probability` of being drawn, or use --drawn if all were equally likely";
}
