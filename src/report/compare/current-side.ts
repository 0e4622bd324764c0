import type { CampaignPlan } from "../../campaign/index.ts";
import {
  type CampaignName,
  type JudgedCampaign,
  partsOfSubject,
  type TrialResult,
  writeCampaignName,
} from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import { taskOf, yardstickOf } from "./case-version.ts";
import type { CampaignSide, LeftOutTrial } from "./side.ts";
import { evaluationsOf, judgingOf } from "./stored-evaluations.ts";

/** Campaign read with the current files, as by `assay report`. */
export interface CurrentCampaign {
  judged: JudgedCampaign;
  plan: CampaignPlan;
  store: Store;
  name: CampaignName;
}

/** Builds a side from a campaign that matches the current files, omitting outdated trials and those without a current score. */
export function currentSide({ judged, plan, store, name }: CurrentCampaign, shortName: string): CampaignSide {
  const versions = versionsOf(plan);
  const stored = evaluationsOf({ store, name });
  const known = new Set(judged.trials.map(trialKey));
  const first = stored.find(({ ids }) => known.has(trialKey(ids)));
  const record = first && store.readEntry(first.entry);
  return {
    label: writeCampaignName(name),
    name: shortName,
    outputs: store.outputs,
    labels: new Map(judged.models.map(({ model_id, label }) => [model_id, label])),
    trials: judged.trials.flatMap(({ model_id, case_id, repetition, score, passed, run_id }) =>
      score === null ? [] : [{ model_id, case_id, repetition, score, passed, run_id, ...versions.get(case_id)! }],
    ),
    left_out: [
      ...judged.trials.filter(({ score }) => score === null).map(withoutScore),
      ...stored.filter(({ ids }) => !known.has(trialKey(ids))).map(({ ids }) => goneFrom(plan, ids)),
    ],
    judging: record ? [judgingOf({ ...record, aggregation: judged.aggregation })] : [],
    as_stored: null,
  };
}

function versionsOf({ trials }: CampaignPlan): Map<string, { task: string | null; yardstick: string }> {
  const versions = new Map<string, { task: string | null; yardstick: string }>();
  for (const { question } of trials) {
    const { case_id } = question.place;
    if (!versions.has(case_id))
      versions.set(case_id, {
        task: taskOf(question.fingerprint, question.place.model_id),
        yardstick: yardstickOf(question.trial.loadedCase),
      });
  }
  return versions;
}

function withoutScore({ model_id, case_id, repetition, state, reason }: TrialResult): LeftOutTrial {
  const isStale = reason?.startsWith("stale") === true;
  const why = isStale ? "stale" : state === "not_run" ? "not_run" : "no_score";
  return { model_id, case_id, repetition, why, reason: reason ?? state.replaceAll("_", " ") };
}

function goneFrom(
  { config: { subjects, cases, runProfile } }: CampaignPlan,
  ids: Pick<LeftOutTrial, "model_id" | "case_id" | "repetition">,
): LeftOutTrial {
  const reason = !cases.some(({ loaded }) => loaded.case.case_id === ids.case_id)
    ? "the suite no longer selects its case"
    : !subjects.some(({ model }) => model.model_id === ids.model_id)
      ? `its ${partsOfSubject(ids.model_id).variant_id === null ? "model" : "model or variant"} is no longer in the suite`
      : `run_repetitions is ${runProfile.execution_policy.run_repetitions} now`;
  return { ...ids, why: "gone", reason };
}

function trialKey({
  model_id,
  case_id,
  repetition,
}: Pick<LeftOutTrial, "model_id" | "case_id" | "repetition">): string {
  return `${model_id}/${case_id}/${repetition}`;
}
