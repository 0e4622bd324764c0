import { AmbiguousNameError, NothingStoredError, UnknownNameError } from "../../errors/index.ts";
import type { CampaignName } from "../../records/index.ts";
import { listCampaigns, type Store } from "../../store/index.ts";
import { plural } from "../../text/presentation/index.ts";
import { newestByCampaign } from "./newest-by-campaign.ts";

/**
 * Finds a campaign by name: `<suite>/<run profile>/<evaluation profile>`, the profiles with `-<fp8>`, or a unique prefix; defaults to the
 * only one. A campaign counts once per evaluation profile, or without one if it was only run.
 */
export function namedCampaign(store: Store, written: string | undefined): CampaignName {
  const found = matchingCampaigns(store, written);
  const [only] = found;
  if (only && found.length === 1) return only;
  const which = written === undefined ? store.outputs : written;
  throw new AmbiguousNameError(
    `${which} holds ${plural(found.length, "campaign")}; name one of them:\n${listed(found)}`,
    { kind: "campaign", name: written ?? null, candidates: found.map(nameOf) },
  );
}

/**
 * Finds the most recent campaign that matches, for viewing results just made.
 *
 * @returns it, and the number of other matches
 */
export function newestCampaign(
  store: Store,
  written: string | undefined,
): { campaign: CampaignName; others: CampaignName[] } {
  const newest = newestByCampaign(store);
  const at = (name: CampaignName) =>
    newest.get([name.suite_id, name.run_profile, name.evaluation_profile ?? ""].join("/")) ?? 0;
  const [campaign, ...others] = matchingCampaigns(store, written).sort((one, other) => at(other) - at(one));
  return { campaign: campaign!, others };
}

/** Returns all campaigns that match a name, at least one. */
function matchingCampaigns(store: Store, written: string | undefined): CampaignName[] {
  const all = listCampaigns(store).flatMap(({ suite_id, run_profile, evaluations }) => {
    const profiles =
      evaluations.length === 0 ? [null] : evaluations.map(({ evaluation_profile }) => evaluation_profile);
    return profiles.map((evaluation_profile) => ({ suite_id, run_profile, evaluation_profile }));
  });
  const prefix = (written ?? "")
    .split("/")
    .filter(Boolean)
    .join("/")
    .replace(/^outputs\/(?:evaluations|runs)\//, "");
  const found = all.filter(
    (name) => prefix === "" || `${nameOf(name)}/`.startsWith(`${prefix}/`) || nameOf(name).startsWith(prefix),
  );
  if (all.length === 0)
    throw new NothingStoredError(`there are no campaigns in ${store.outputs} yet`, { campaign: null });
  if (found.length === 0)
    throw new UnknownNameError(`${written} is not a campaign of ${store.outputs}. There are:\n${listed(all)}`, {
      kind: "campaign",
      name: written!,
      known: all.map(nameOf),
    });
  return found;
}

function listed(names: CampaignName[]): string {
  return [
    ...names.slice(0, 20).map((name) => `  ${nameOf(name)}`),
    ...(names.length > 20 ? [`  … and ${names.length - 20} more`] : []),
  ].join("\n");
}

/** Formats a name as in `assay store list` and `outputs/evaluations/`. */
export function nameOf({ suite_id, run_profile, evaluation_profile }: CampaignName): string {
  return [suite_id, run_profile, ...(evaluation_profile === null ? [] : [evaluation_profile])].join("/");
}
