import { dirname } from "node:path";
import {
  type Calibration,
  type CorrectedComparison,
  composeCalibration,
  correctedComparison,
  type LabelInput,
} from "../../../calibration/index.ts";
import { campaignPackets } from "../../../judging/index.ts";
import { currentLabelling, separateUsableLabels } from "../../../labels/index.ts";
import type { CampaignName } from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";

/**
 * Measures the agreement of a stored campaign's judges with people, and corrects its figures; null without labels. Reads packets only if
 * the workspace has labels.
 */
export function storedCalibration(store: Store, name: CampaignName): Calibration | null {
  const found = labelledPackets(store, name);
  if (found === null || separateUsableLabels(found.labels, found.packets).current.length === 0) return null;
  return composeCalibration({ ...found, textOf: (hash) => store.text(hash), complete: false });
}

/** Corrects candidate − base by both sides' labels, by question; empty unless both have labels. */
export function storedCorrections(store: Store, base: CampaignName, candidate: CampaignName): CorrectedComparison[] {
  const [first, second] = [base, candidate].map((name) => labelledPackets(store, name));
  return first && second ? correctedComparison({ ...first, subjects: null }, { ...second, subjects: null }) : [];
}

function labelledPackets(store: Store, { suite_id, run_profile, evaluation_profile }: CampaignName): LabelInput | null {
  if (evaluation_profile === null) return null;
  const labelling = currentLabelling(dirname(store.outputs));
  if (labelling.labels.length === 0) return null;
  const filter = { suite: suite_id, runProfile: run_profile, evaluationProfile: evaluation_profile };
  return { ...labelling, packets: [...campaignPackets(store, filter)] };
}
