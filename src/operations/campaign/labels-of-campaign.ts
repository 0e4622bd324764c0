import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LabelPlan } from "../../config/index.ts";
import type { JudgedPacket } from "../../judging/index.ts";
import { currentPackets, readLabels, readPlans } from "../../labels/index.ts";
import { type LabelRecord, readCampaignName } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";

/** What people said about a judged campaign. */
export interface LabelsOfCampaign {
  packets: JudgedPacket[];
  labels: LabelRecord[];
  plans: LabelPlan[];
}

/**
 * The labels of a campaign, `<suite>/<run profile>/<evaluation profile>`, and the packets they may be about; null where the workspace has no labels, so that nobody
 * pays for reading ten thousand packets in vain. `isCurrent` leaves out trials that have changed since they were judged.
 */
export async function labelsOfCampaign(
  store: Store,
  name: string,
  isCurrent: (packet: JudgedPacket) => boolean = () => true,
): Promise<LabelsOfCampaign | null> {
  const root = dirname(store.outputs);
  if (!existsSync(join(root, "labels"))) return null;
  const { labels } = await readLabels(root);
  if (labels.length === 0) return null;
  const { suite_id: suite, run_profile: runProfile, evaluation_profile } = readCampaignName(name);
  const packets = await currentPackets(store, {
    suite,
    runProfile,
    evaluationProfile: evaluation_profile ?? undefined,
  });
  const { plans } = await readPlans(root);
  return { packets: packets.filter(isCurrent), labels, plans };
}
