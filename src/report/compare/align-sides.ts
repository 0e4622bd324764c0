import { groupBy } from "../../text/index.ts";
import type { CampaignSide, LeftOutTrial, SideTrial } from "./side.ts";

/**
 * Omits cases that are not the same on both sides: judged differently, or with different tasks within one store. Tasks in two checkouts may
 * differ intentionally, if the comparison is about a prompt.
 */
export function alignSides(base: CampaignSide, candidate: CampaignSide): [CampaignSide, CampaignSide] {
  const sameStore = base.outputs === candidate.outputs;
  return [without(base, candidate, sameStore), without(candidate, base, sameStore)];
}

function without(side: CampaignSide, other: CampaignSide, sameStore: boolean): CampaignSide {
  const others = groupBy(other.trials, ({ case_id }) => case_id);
  const differing = new Map<SideTrial, LeftOutTrial>();
  for (const trial of side.trials) {
    const reason = difference(trial, others.get(trial.case_id) ?? [], sameStore);
    const { model_id, case_id, repetition } = trial;
    if (reason !== null) differing.set(trial, { model_id, case_id, repetition, why: "differs", reason });
  }
  // Trials that were not run on either side are not missing: only a part of the suite was wanted.
  const shareModels = side.trials.some(({ model_id }) => other.trials.some((one) => one.model_id === model_id));
  const hasCounterpart = ({ model_id, case_id }: LeftOutTrial) =>
    others.get(case_id)?.some((one) => !shareModels || one.model_id === model_id) === true;
  const isWanted = (trial: LeftOutTrial) =>
    trial.why !== "not_run" || side.trials.length === 0 || hasCounterpart(trial);
  const left_out = side.left_out.filter(isWanted);
  return {
    ...side,
    trials: side.trials.filter((trial) => !differing.has(trial)),
    left_out: [...left_out, ...differing.values()],
  };
}

/** Explains why a trial has no counterpart among the other side's trials of its case; null if it has one, or if there are none. */
function difference(trial: SideTrial, others: readonly SideTrial[], sameStore: boolean): string | null {
  if (others.length === 0) return null;
  const measuredAlike = others.filter(({ yardstick }) => isSame(yardstick, trial.yardstick));
  if (measuredAlike.length === 0) return "its expectations or rubric are not those of the other side";
  if (sameStore && !measuredAlike.some(({ task }) => isSame(task, trial.task)))
    return "what it asks is not what the other side was asked";
  return null;
}

function isSame(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}
