import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LabelPlan } from "../../config/index.ts";
import type { JudgedPacket } from "../../judging/index.ts";
import { currentPackets, readLabels, readPlans } from "../../labels/index.ts";
import type { CampaignName, LabelRecord } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";

/** Labels of a judged campaign. */
export interface LabelsOfCampaign {
  packets: JudgedPacket[];
  labels: LabelRecord[];
  plans: LabelPlan[];
}

/**
 * Reads the labels of a campaign, `<suite>/<run profile>/<evaluation profile>`, and the packets they may be about; null if the workspace
 * has no labels, which avoids reading ten thousand packets. `isCurrent` excludes trials that changed since they were judged.
 */
export async function readLabelsOfCampaign(
  store: Store,
  name: CampaignName,
  isCurrent: (packet: JudgedPacket) => boolean = () => true,
): Promise<LabelsOfCampaign | null> {
  const root = dirname(store.outputs);
  if (!existsSync(join(root, "labels"))) return null;
  const { labels } = await readLabels(root);
  if (labels.length === 0) return null;
  const { suite_id: suite, run_profile: runProfile, evaluation_profile } = name;
  const packets = await currentPackets(store, {
    suite,
    runProfile,
    evaluationProfile: evaluation_profile ?? undefined,
  });
  const { plans } = await readPlans(root);
  return { packets: packets.filter(isCurrent), labels, plans };
}
