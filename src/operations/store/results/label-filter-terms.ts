import { dirname } from "node:path";
import { campaignPackets } from "../../../judging/index.ts";
import { composeTrialLabelTerms, currentLabels, labelVersion } from "../../../labels/index.ts";
import { type CampaignName, writeCampaignName } from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";
import type { TrialInCampaign } from "./stored-trial.ts";

/** Returns a campaign's labels as filter terms. Reads its packets only if there are labels. */
export function labelFilterTerms(store: Store, name: CampaignName): (trial: TrialInCampaign) => readonly string[] {
  const { suite_id, run_profile, evaluation_profile } = name;
  const labels = evaluation_profile === null ? [] : currentLabels(dirname(store.outputs));
  if (labels.length === 0 || evaluation_profile === null) return () => [];
  const filter = { suite: suite_id, runProfile: run_profile, evaluationProfile: evaluation_profile };
  const words = composeTrialLabelTerms([...campaignPackets(store, filter)], labels);
  const campaign = writeCampaignName(name);
  return ({ model_id, case_id, repetition }) => words.get(`${campaign}/${model_id}/${case_id}/${repetition}`) ?? [];
}

/** Changes with every label. */
export function labelVersionOf(outputs: string): string {
  return labelVersion(dirname(outputs));
}
