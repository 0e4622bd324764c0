import type { TrialState } from "../../../records/index.ts";
import { plural } from "../../../text/presentation/index.ts";
import type { StoreRow } from "../../wire/index.ts";

/** Describes a campaign's progress and what is missing. */
export function campaignState(
  states: readonly TrialState[],
  expected: number,
  running: boolean,
): Pick<StoreRow, "state" | "missing"> {
  const count = (wanted: TrialState) => states.filter((state) => state === wanted).length;
  const absent = Math.max(0, expected - states.length);
  const parts = [
    ...(count("unscored") > 0 ? [`${count("unscored")} unscored`] : []),
    ...(count("not_judged") > 0 ? [`${count("not_judged")} not judged`] : []),
    ...(absent > 0 ? [`${plural(absent, "trial")} not run`] : []),
  ];
  const missing = parts.length === 0 ? null : parts.join(", ");
  return { state: running ? "running" : missing === null ? "complete" : "incomplete", missing };
}
