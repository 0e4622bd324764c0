import type { ComparedCampaign } from "../compare/compare-campaigns.ts";

/** Number of passing runs of a case among decided ones. */
interface Outcomes {
  passed: number;
  of: number;
}

export interface ChangedCase {
  model_id: string;
  case_id: string;
  base: Outcomes;
  candidate: Outcomes;
}

/** Cases that passed on one side and failed on the other, and unreliable ones. */
export interface ChangedOutcomes {
  fails_now: ChangedCase[];
  passes_now: ChangedCase[];
  /** Cases whose outcome varied for the same question, so that a change may be chance. */
  flaky: ChangedCase[];
}

/** Lists changed outcomes by subject and case, for common subjects. */
export function changedOutcomes(
  base: ComparedCampaign,
  candidate: ComparedCampaign,
  earlier: { base: EarlierCases; candidate: EarlierCases },
): ChangedOutcomes {
  const changed: ChangedOutcomes = { fails_now: [], passes_now: [], flaky: [] };
  for (const after of candidate.models) {
    const before = base.models.find(({ model_id }) => model_id === after.model_id) ?? onlyPair(base, candidate);
    for (const [case_id, passes] of before?.passes ?? []) {
      const now = after.passes.get(case_id) ?? [];
      if (passes.length === 0 || now.length === 0) continue;
      const seen = { model_id: after.model_id, case_id, base: counted(passes), candidate: counted(now) };
      const [was, is] = [
        [...passes, ...(earlier.base.get(`${before!.model_id}/${case_id}`) ?? [])],
        [...now, ...(earlier.candidate.get(`${after.model_id}/${case_id}`) ?? [])],
      ];
      if (isMixed(was) || isMixed(is)) changed.flaky.push(seen);
      else if (was[0] && !is[0]) changed.fails_now.push(seen);
      else if (!was[0] && is[0]) changed.passes_now.push(seen);
    }
  }
  return changed;
}

/** Earlier outcomes by `<model_id>/<case_id>`. */
export type EarlierCases = ReadonlyMap<string, readonly boolean[]>;

/** Pairs single subjects whatever their names. */
function onlyPair(base: ComparedCampaign, candidate: ComparedCampaign) {
  return base.models.length === 1 && candidate.models.length === 1 ? base.models[0] : undefined;
}

function counted(passes: readonly boolean[]): Outcomes {
  return { passed: passes.filter(Boolean).length, of: passes.length };
}

function isMixed(passes: readonly boolean[]): boolean {
  return passes.includes(true) && passes.includes(false);
}
