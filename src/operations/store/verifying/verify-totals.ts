import type { Difference, ExpectedJudging } from "../../../judging/index.ts";
import type { TrialResult } from "../../../records/index.ts";
import { type NotProvedCounts, notProved, type Verification } from "../../../report/index.ts";
import type { ListedTrial } from "../../../store/index.ts";
import { nameOfResult } from "./verify-campaign.ts";
import type { VerifiedTrial } from "./verify-trial.ts";

type Counts = Pick<
  Verification,
  "trials" | "judged" | "same" | "answers" | "checks_repeated" | "differences" | "missing"
>;

/** Sums up the verification of trials. */
export interface VerifiedTotals {
  take(where: string, found: { differences: Difference[]; missing: string[] }): void;
  takeTrial(listed: ListedTrial, verified: VerifiedTrial): void;
  takeMeans(differences: Verification["differences"]): void;
  counts(): Counts;
  /** Differing results of trials, by name. */
  changed(): ReadonlyMap<string, TrialResult>;
  notProved(judging: ExpectedJudging | null): Verification["not_proved"];
}

export function openVerifiedTotals(): VerifiedTotals {
  const counts: Counts = {
    ...{ trials: 0, judged: 0, same: 0, answers: 0, checks_repeated: 0 },
    differences: [],
    missing: [],
  };
  const partly: NotProvedCounts = {
    ...{ openTrials: 0, adoptedOnTrust: 0, unhashedRuns: 0, unhashedCalls: 0, packetsOfOtherVersions: 0 },
    ...{ packetsWithSecrets: 0, underOtherName: 0 },
  };
  const changed = new Map<string, TrialResult>();
  const take: VerifiedTotals["take"] = (trial, { differences, missing }) => {
    counts.differences.push(...differences.map((difference) => ({ trial, ...difference })));
    counts.missing.push(...missing.map((what) => ({ trial, what })));
  };
  return {
    take,
    takeTrial({ model_id, case_id, repetition }, verified) {
      take(`${model_id}/${case_id} #${repetition}`, verified);
      const isSame = verified.differences.length + verified.missing.length === 0;
      counts.trials += 1;
      if (verified.judged) counts.judged += 1;
      if (isSame) counts.same += 1;
      counts.answers += verified.answers;
      counts.checks_repeated += verified.checks;
      if (!isSame && verified.result) changed.set(nameOfResult(verified.result), verified.result);
      if (verified.isOpen) partly.openTrials += 1;
      if (verified.isAdoptedOnTrust) partly.adoptedOnTrust += 1;
      if (verified.isUnderOtherName) partly.underOtherName += 1;
      if (verified.hasUnhashedRun) partly.unhashedRuns += 1;
      partly.unhashedCalls += verified.unhashedCalls;
      if (verified.packet?.isRebuilt === false) partly.packetsOfOtherVersions += 1;
      if (verified.packet?.hasSecret) partly.packetsWithSecrets += 1;
    },
    takeMeans: (differences) => void counts.differences.push(...differences),
    counts: () => counts,
    changed: () => changed,
    notProved: (judging) => notProved(partly, judging),
  };
}
