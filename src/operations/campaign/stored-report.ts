import { findWorkspaceRoot } from "../../config/index.ts";
import { NothingStoredError } from "../../errors/index.ts";
import { readStoredCampaign } from "../../judging/index.ts";
import { type CampaignReport, composeCampaignReport } from "../../report/index.ts";
import { outputsFolder } from "../../store/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { namedCampaign, nameOf } from "../open/named-campaign.ts";
import { withStore } from "../open/with-store.ts";

export interface StoredReportOptions extends Surroundings {
  /** As in `assay store list`; a unique prefix suffices, and nothing if there is only one. */
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
  const outputs = outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd);
  return await withStore(outputs, controls.onEvent, async (store) => {
    const campaign = namedCampaign(store, options.campaign);
    const judged = readStoredCampaign(store, campaign);
    if (!judged)
      throw new NothingStoredError(`nothing is stored under ${nameOf(campaign)}`, { campaign: nameOf(campaign) });
    return composeCampaignReport(judged);
  });
}
