import {
  type CohenKappa,
  type Proportion,
  type Undefined,
  undefinedBecause,
  wilsonInterval,
} from "../statistics/index.ts";
import type { FiledPair } from "./pair-file.ts";
import { preferenceAgreement } from "./preference-agreement.ts";
import { type WinRate, winRates } from "./win-rates.ts";

/** What `assay calibrate --pairs` finds: whether a judge prefers what people prefer. Fields are only ever added within one `schema_version`. */
export interface PairCalibration {
  schema_version: 1;
  kind: "pair_calibration";
  pairs: number;
  labelled: number;
  /** Pairs on which the judge gave no valid answer in any order. */
  unanswered: number;
  /**
   * Of labelled pairs, how often the judge prefers what people prefer. Of two orders both count: once right and once a tie is right, once right and once wrong is not. That is how
   * JudgeBench counts.
   */
  accuracy: Proportion | Undefined;
  kappa: CohenKappa | Undefined;
  position: PositionBias;
  win_rates: WinRate[];
  /** Why win rates are not corrected; null when they may be. */
  not_corrected: string | null;
}

/** Whether the order in which two answers are shown decides. */
interface PositionBias {
  /** Pairs that were judged in both orders. */
  both_orders: number;
  /** How often both orders give the same preference. */
  consistent: Proportion | Undefined;
  /** Where the preference turns with the order: how often it is for what is shown first. Half of the time is no bias. */
  first_preferred: Proportion | Undefined;
}

/** @param drawn whether somebody vouches that the labelled pairs are a random sample of all, each as likely as any other */
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

/** From both orders; null where there is no valid answer in any. */
function preferred({ decisions }: FiledPair): number | null {
  const given = decisions.filter((decision) => decision !== null);
  return given.length === 0 ? null : given.reduce((sum, decision) => sum + decision, 0) / given.length;
}

function word(preference: number): "first" | "second" | "tie" {
  return preference > 0.5 ? "first" : preference < 0.5 ? "second" : "tie";
}

function positionBias(pairs: readonly FiledPair[]): PositionBias {
  const both = pairs.flatMap(({ decisions: [aFirst, bFirst] }) =>
    aFirst === null || bFirst === null ? [] : [{ aFirst, bFirst }],
  );
  const same = both.filter(({ aFirst, bFirst }) => aFirst === bFirst).length;
  // Shown A first it says A more than shown B first: for what is shown first.
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
