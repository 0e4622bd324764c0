import { NothingStoredError } from "../../errors/index.ts";
import { readStoredCampaign } from "../../judging/index.ts";
import { writeCampaignName } from "../../records/index.ts";
import { type CampaignReport, composeCampaignReport } from "../../report/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { findCampaign } from "../open/find-campaign.ts";
import { findStoreOfWorkspace } from "../open/store-of-workspace.ts";
import { tellOfDamage, withStores } from "../open/with-store.ts";

export interface StoredReportOptions extends Surroundings {
  /** Its name, a beginning or its folder; not needed where there is only one. */
  campaign?: string;
}

/**
 * Reports a campaign by its name as stored, without the workspace's files: an unpacked or older one.
 *
 * @example
 * const { totals } = await storedReport({ campaign: "quickstart" });
 * console.log(totals.scored, "of", totals.trials);
 */
export async function storedReport(
  options: StoredReportOptions = {},
  controls: Controls = {},
): Promise<CampaignReport> {
  const { cwd } = completeSurroundings(options);
  const outputs = await findStoreOfWorkspace(options);
  return await withStores(async (open) => {
    const { store, name } = findCampaign(options.campaign, { cwd, outputs, open });
    const judged = readStoredCampaign(store, name);
    tellOfDamage(store, controls.onEvent);
    const campaign = writeCampaignName(name);
    if (!judged) throw new NothingStoredError(`nothing is stored under ${campaign}`, { campaign });
    return composeCampaignReport(judged);
  });
}
