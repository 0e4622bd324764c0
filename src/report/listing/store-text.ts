import { writeCampaignName } from "../../records/index.ts";
import type { ListedCampaign } from "../../store/index.ts";
import { columns, type Layout, plural } from "../../text/presentation/index.ts";

/** Output of `assay store list --output json`. */
export interface StoredCampaigns {
  schema_version: 1;
  kind: "store_listing";
  campaigns: ListedCampaign[];
}

/** Lists one row per campaign, followed by one per evaluation profile, with names for `assay compare`. */
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
