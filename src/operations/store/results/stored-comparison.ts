import { type CampaignName, writeCampaignName } from "../../../records/index.ts";
import {
  alignSides,
  type CampaignSide,
  type CompareOutcome,
  compareCampaigns,
  comparedSide,
  storedSide,
} from "../../../report/index.ts";
import type { Store } from "../../../store/index.ts";

/** Compares two stored campaigns on common cases, as `assay compare` does for current ones. */
export function compareStored(store: Store, base: CampaignName, candidate: CampaignName): CompareOutcome {
  const sides = alignSides(sideOf(store, base, "the base"), sideOf(store, candidate, "the candidate"));
  return compareCampaigns(comparedSide(sides[0]), comparedSide(sides[1]));
}

function sideOf(store: Store, campaign: CampaignName, shortName: string): CampaignSide {
  const name = writeCampaignName(campaign);
  // Shows what is stored, whatever the workspace's files contain now.
  const side = storedSide({ store, name: campaign }, shortName, { caseIds: null, asStored: null });
  const models = store.read("campaign", name)?.value.models ?? [];
  return { ...side, labels: new Map(models.map(({ model_id, label }) => [model_id, label])) };
}
