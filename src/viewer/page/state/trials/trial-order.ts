import type { CampaignPage } from "../../../wire/index.ts";
import { route } from "../route.ts";
import { matrixRows, ORDERS, type RowOrder } from "./matrix-rows.ts";
import { matching, readFilter } from "./trial-filter.ts";

/** Returns the next or previous visible trial in the matrix's order; null at the end. */
export function neighbourOf(
  campaign: CampaignPage,
  trial: { model_id: string; case_id: string; repetition: number },
  by: 1 | -1,
): [string, string, number] | null {
  const { trials, subjects, case_ids } = campaign;
  const { query } = route.value;
  const shown = matching(campaign, readFilter(query)) ?? new Uint8Array(trials.case.length).fill(1);
  const order = (query.get("sort") ?? "case") as RowOrder;
  const line = matrixRows(campaign, shown, order in ORDERS ? order : "case").flatMap(({ cells }) => cells.flat());
  const isIt = (at: number) =>
    case_ids[trials.case[at]!] === trial.case_id &&
    subjects[trials.subject[at]!]!.model_id === trial.model_id &&
    trials.repetition[at] === trial.repetition;
  for (let place = line.findIndex(isIt) + by; place >= 0 && place < line.length; place += by) {
    const at = line[place]!;
    if (shown[at] === 1)
      return [subjects[trials.subject[at]!]!.model_id, case_ids[trials.case[at]!]!, trials.repetition[at]!];
  }
  return null;
}
