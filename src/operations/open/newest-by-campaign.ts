import type { CampaignName } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";

/** Returns the times of the last additions by `<suite>/<run profile>/<evaluation profile>`, the last part empty for runs. */
export function newestByCampaign(store: Store): Map<string, number> {
  const newest = new Map<string, number>();
  const note = (name: string, at: number) => newest.set(name, Math.max(newest.get(name) ?? 0, at));
  for (const kind of ["run", "adoption"] as const)
    for (const { place, at } of store.places(kind)) note(`${takeFirstNames(place!, 2)}/`, at);
  for (const { place, at } of store.places("evaluation")) note(takeFirstNames(place!, 3), at);
  return newest;
}

/** Returns the moment of the last work on a campaign; 0 when there was none. */
export function lastWorkedOn(
  newest: ReadonlyMap<string, number>,
  { suite_id, run_profile, evaluation_profile }: CampaignName,
): number {
  return newest.get([suite_id, run_profile, evaluation_profile ?? ""].join("/")) ?? 0;
}

/** Returns a place's first parts without splitting the rest, as this is called for every trial. */
function takeFirstNames(place: string, count: number): string {
  let end = -1;
  for (let name = 0; name < count; name++) end = place.indexOf("/", end + 1);
  return place.slice(0, end);
}
