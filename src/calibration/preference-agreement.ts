import {
  type CohenKappa,
  cohenKappa,
  type Proportion,
  type Undefined,
  undefinedBecause,
  wilsonInterval,
} from "../statistics/index.ts";

/** Whether a judge prefers what people prefer. */
export interface PreferenceAgreement {
  same: Proportion | Undefined;
  /** Beyond what chance would give. */
  kappa: CohenKappa | Undefined;
}

/** @param pairs what the judge and what people prefer, in the same words */
export function preferenceAgreement(pairs: readonly (readonly [judge: string, people: string])[]): PreferenceAgreement {
  const same = pairs.filter(([judge, people]) => judge === people).length;
  return {
    same: pairs.length === 0 ? undefinedBecause("no pair has a label") : wilsonInterval(same, pairs.length),
    kappa: cohenKappa(pairs, "none"),
  };
}
