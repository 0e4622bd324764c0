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

/** Two judged campaigns of a store on the cases they share, as they are stored: what `assay compare` says of two that are current. */
export function compareStored(store: Store, base: CampaignName, candidate: CampaignName): CompareOutcome {
  const sides = alignSides(sideOf(store, base, "the base"), sideOf(store, candidate, "the candidate"));
  return compareCampaigns(comparedSide(sides[0]), comparedSide(sides[1]));
}

function sideOf(store: Store, campaign: CampaignName, shortName: string): CampaignSide {
  const name = writeCampaignName(campaign);
  // Whoever looks at a store looks at what is stored: nobody asks what the files of the workspace say today.
  const side = storedSide({ store, name }, shortName, { caseIds: null, asStored: null });
  const models = store.read("campaign", name)?.value.models ?? [];
  return { ...side, labels: new Map(models.map(({ model_id, label }) => [model_id, label])) };
}
