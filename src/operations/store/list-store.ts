import type { StoredCampaigns } from "../../report/index.ts";
import { listCampaigns, openStore } from "../../store/index.ts";
import type { Controls, Surroundings } from "../controls.ts";
import { findStoreOfWorkspace } from "../open/store-of-workspace.ts";

/**
 * Lists the campaigns that a workspace has stored, and how they were judged, from the index alone.
 *
 * @example
 * for (const { suite_id, run_profile, trials } of (await listStore()).campaigns) console.log(suite_id, run_profile, trials);
 */
export async function listStore(options: Surroundings = {}, controls: Controls = {}): Promise<StoredCampaigns> {
  const store = openStore(await findStoreOfWorkspace(options));
  try {
    for (const { where, problem } of store.damaged())
      controls.onEvent?.({ type: "warning", message: `${where}: ${problem}` });
    return { schema_version: 1, kind: "store_listing", campaigns: listCampaigns(store) };
  } finally {
    await store.close();
  }
}
