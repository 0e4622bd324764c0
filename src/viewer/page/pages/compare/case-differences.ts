import type { CampaignPage } from "../../../wire/index.ts";

/** Case that two subjects share, with their means over repetitions. */
export interface ComparedCase {
  case: number;
  first: number;
  second: number;
  difference: number;
  /** First repetitions with a score. */
  repetitions: [number, number];
}

/** Lists cases scored on both sides, largest absolute difference first. */
export function comparedCases({ trials }: CampaignPage, first: number, second: number): ComparedCase[] {
  const byCase = new Map<number, { score: number; repetition: number }[][]>();
  for (let at = 0; at < trials.case.length; at++) {
    const side = trials.subject[at] === first ? 0 : trials.subject[at] === second ? 1 : -1;
    const score = trials.score[at]!;
    if (side === -1 || score === null) continue;
    const sides = byCase.get(trials.case[at]!) ?? [[], []];
    byCase.set(trials.case[at]!, sides);
    sides[side]!.push({ score, repetition: trials.repetition[at]! });
  }
  return [...byCase]
    .flatMap(([number, [ones, others]]): ComparedCase[] => {
      if (ones!.length === 0 || others!.length === 0) return [];
      const [one, other] = [meanOf(ones!), meanOf(others!)];
      const repetitions: [number, number] = [ones![0]!.repetition, others![0]!.repetition];
      return [{ case: number, first: one, second: other, difference: one - other, repetitions }];
    })
    .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference) || one.case - other.case);
}

function meanOf(runs: readonly { score: number }[]): number {
  return runs.reduce((sum, { score }) => sum + score, 0) / runs.length;
}

/** Returns the first scored repetition of a subject on a case, or null. */
export function scoredTrial(
  { trials, subjects, case_ids }: CampaignPage,
  modelId: string,
  caseId: string,
): number | null {
  const subject = subjects.findIndex(({ model_id }) => model_id === modelId);
  const number = case_ids.indexOf(caseId);
  const at = trials.case.findIndex(
    (own, place) => own === number && trials.subject[place] === subject && trials.score[place] !== null,
  );
  return at === -1 ? null : trials.repetition[at]!;
}
