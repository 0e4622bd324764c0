import type { StoredCampaigns } from "../../report/index.ts";
import { listCampaigns, openStore } from "../../store/index.ts";
import type { Controls, Surroundings } from "../controls.ts";
import { storeOfWorkspace } from "./store-of-workspace.ts";

/** The campaigns that are stored, from the index alone. */
export async function listStore(options: Surroundings = {}, controls: Controls = {}): Promise<StoredCampaigns> {
  const store = openStore(await storeOfWorkspace(options));
  try {
    for (const { where, problem } of store.damaged())
      controls.onEvent?.({ type: "warning", message: `${where}: ${problem}` });
    return { schema_version: 1, kind: "store_listing", campaigns: listCampaigns(store) };
  } finally {
    await store.close();
  }
}
