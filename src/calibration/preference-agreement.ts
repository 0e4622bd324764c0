import {
  type CohenKappa,
  cohenKappa,
  type Proportion,
  type Undefined,
  undefinedBecause,
  wilsonInterval,
} from "../statistics/index.ts";

/** Agreement of a judge's preferences with people's. */
export interface PreferenceAgreement {
  same: Proportion | Undefined;
  /** Agreement beyond chance. */
  kappa: CohenKappa | Undefined;
}

/** @param pairs preferences of the judge and of people, in the same words */
export function preferenceAgreement(pairs: readonly (readonly [judge: string, people: string])[]): PreferenceAgreement {
  const same = pairs.filter(([judge, people]) => judge === people).length;
  return {
    same: pairs.length === 0 ? undefinedBecause("no pair has a label") : wilsonInterval(same, pairs.length),
    kappa: cohenKappa(pairs, "none"),
  };
}
