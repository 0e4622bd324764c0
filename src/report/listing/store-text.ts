import { writeCampaignName } from "../../records/index.ts";
import type { ListedCampaign } from "../../store/index.ts";
import { columns, type Layout, plural } from "../../text/presentation/index.ts";

/** What `assay store list --output json` prints. */
export interface StoredCampaigns {
  schema_version: 1;
  kind: "store_listing";
  campaigns: ListedCampaign[];
}

/** One row per campaign, and below it one per way in which it was judged; named as `assay compare` takes them. */
export function storeText({ campaigns }: StoredCampaigns, layout: Layout = {}): string {
  return columns(
    campaigns.flatMap(({ suite_id, run_profile, trials, evaluations }) => [
      [writeCampaignName({ suite_id, run_profile }), plural(trials, "trial")],
      ...evaluations.map(({ evaluation_profile, trials: judged }) => [
        writeCampaignName({ suite_id, run_profile, evaluation_profile }),
        `${plural(judged, "trial")} judged`,
      ]),
    ]),
    "",
    layout,
  );
}
