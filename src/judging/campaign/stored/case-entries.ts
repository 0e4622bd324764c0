import type { CampaignConfig } from "../../../config/index.ts";
import type { CaseEntry } from "../../../records/index.ts";

/** What a reader has to know about each case of a campaign, in the order of its suite. */
export function caseEntries({ cases }: Pick<CampaignConfig, "cases">): CaseEntry[] {
  return cases.map(({ loaded: { case: own, row } }) => ({
    case_id: own.case_id,
    ...(row === undefined ? {} : { dataset_case_id: row.datasetCaseId }),
    title: own.title,
    runner: own.runner.type,
    tags: own.tags,
  }));
}
