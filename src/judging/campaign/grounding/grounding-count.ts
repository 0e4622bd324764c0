import type { EvidencePlace, GroundedEvidence, GroundingCount } from "../../../records/index.ts";

export const NOTHING_QUOTED: GroundingCount = { items: 0, quoting: 0, grounded: 0, task_only: 0, places: {} };

export function countGrounding(items: GroundedEvidence[]): GroundingCount {
  const places: GroundingCount["places"] = {};
  for (const { references } of items)
    for (const { found } of references)
      places[found?.place ?? "nowhere"] = (places[found?.place ?? "nowhere"] ?? 0) + 1;
  const count = (state: GroundedEvidence["state"]) => items.filter((item) => item.state === state).length;
  return {
    items: items.length,
    quoting: items.length - count("quotes_nothing"),
    grounded: count("grounded"),
    task_only: count("task_only"),
    places,
  };
}

export function addGrounding(counts: GroundingCount[]): GroundingCount {
  const sum = (pick: (count: GroundingCount) => number) => counts.reduce((total, count) => total + pick(count), 0);
  const places: GroundingCount["places"] = {};
  for (const count of counts)
    for (const [place, quotes] of Object.entries(count.places) as [EvidencePlace | "nowhere", number][])
      places[place] = (places[place] ?? 0) + quotes;
  return {
    items: sum(({ items }) => items),
    quoting: sum(({ quoting }) => quoting),
    grounded: sum(({ grounded }) => grounded),
    task_only: sum(({ task_only }) => task_only),
    places,
  };
}
