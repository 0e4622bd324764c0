import { join } from "node:path";
import { openOwnedFolder } from "../../src/files/temporary/owned-folder.ts";
import { BEYOND_PROOF } from "./forgeries/beyond-proof.ts";
import { type JudgedCampaigns, judgeCampaigns } from "./forgeries/campaign.ts";
import type { ForgedPlace, Forgery } from "./forgeries/forgery.ts";
import { tryHonestStores } from "./forgeries/honest.ts";
import { FORGERIES } from "./forgeries/index.ts";
import { tryForgery } from "./forgeries/try-forgery.ts";
import type { TortureRow } from "./torture.ts";

const PLACES: Record<ForgedPlace, string> = { store: "in a store", file: "in a packed file" };

/** Judged campaigns, forged with every hash right: `assay verify` has to say what does not follow from what. */
export async function* tortureWithForgeries(): AsyncIterable<TortureRow> {
  const folder = openOwnedFolder("forgeries");
  try {
    const judged = await judgeCampaigns(folder.path);
    yield await tryHonestStores(judged, join(folder.path, "honest"));
    // FORGERIES="judge calls" tries the themes that are called so.
    const themes = FORGERIES.filter(({ theme }) => theme.includes(process.env.FORGERIES ?? ""));
    for (const { theme, forgeries } of themes)
      for (const place of ["store", "file"] as const) {
        const own = forgeries.filter(({ only }) => only === undefined || only === place);
        if (own.length > 0)
          yield await tryAll(judged, `${theme}, ${PLACES[place]}`, own, place, join(folder.path, "try"));
      }
    const remarks = BEYOND_PROOF.map(({ name, why }) => `${name}: ${why}`);
    yield { what: "beyond proof without signatures", attempts: 0, held: 0, remarks };
  } finally {
    await folder.remove();
  }
}

async function tryAll(
  judged: JudgedCampaigns,
  what: string,
  forgeries: Forgery[],
  place: ForgedPlace,
  folder: string,
): Promise<TortureRow> {
  const remarks: string[] = [];
  let held = 0;
  for (const forgery of forgeries) {
    const { state, says } = await tryForgery(judged, forgery, place, folder);
    if (state === "seen") held += 1;
    else remarks.push(`${state}: ${forgery.name}: ${says}`);
  }
  return { what, attempts: forgeries.length, held, remarks };
}
