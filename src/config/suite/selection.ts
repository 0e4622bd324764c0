import { ROW_SEPARATOR } from "../dataset/row-ids.ts";
import type { CaseSelection } from "../schema/campaign/suite.ts";

/** What a selection decides about one case, with the reason in words. */
export type Decision = { selected: boolean; reason: string };

/** What a selection looks at in a case. */
export interface SelectableCase {
  caseId: string;
  /** Of a row of a dataset: the id of the case that has it. A dataset that cannot be read has no rows, and stands for all of them. */
  datasetCaseId?: string;
  tags: string[];
}

/**
 * Whether a selection picks a case:
 *
 * 1. `include_case_ids` wins over everything: a case named there is in.
 * 2. `exclude_tags`, then `exclude_case_ids`, take out what they match.
 * 3. `include_tags` lets in cases with at least one of the tags.
 * 4. Without any include, every case that is left is in.
 *
 * So ids and tags add to each other: `include_case_ids: [a]` with `include_tags: [smoke]` gives `a` and all of smoke.
 * The id of a case with a dataset means all of its rows. A row's own id says it more exactly: a row that is excluded by its own id is out,
 * though its dataset is included.
 */
export function decide(selection: CaseSelection, { caseId, datasetCaseId, tags }: SelectableCase): Decision {
  const { include_case_ids, exclude_case_ids, include_tags, exclude_tags } = selection;
  if (include_case_ids?.includes(caseId)) return { selected: true, reason: "include_case_ids" };
  if (datasetCaseId !== undefined) {
    if (include_case_ids?.some((id) => couldBeRowOf(id, { caseId, datasetCaseId, tags })))
      return { selected: true, reason: "include_case_ids" };
    if (exclude_case_ids?.includes(caseId)) return { selected: false, reason: "exclude_case_ids" };
    if (include_case_ids?.includes(datasetCaseId)) return { selected: true, reason: "include_case_ids" };
    if (exclude_case_ids?.includes(datasetCaseId)) return { selected: false, reason: "exclude_case_ids" };
  }
  const excludedTag = tags.find((tag) => exclude_tags?.includes(tag));
  if (excludedTag !== undefined) return { selected: false, reason: `exclude_tags: ${excludedTag}` };
  if (exclude_case_ids?.includes(caseId)) return { selected: false, reason: "exclude_case_ids" };
  const includedTag = tags.find((tag) => include_tags?.includes(tag));
  if (includedTag !== undefined) return { selected: true, reason: `tag ${includedTag}` };
  if (include_tags !== undefined)
    return {
      selected: false,
      reason: include_case_ids === undefined ? "no included tag" : "neither id nor tag included",
    };
  if (include_case_ids !== undefined) return { selected: false, reason: "not in include_case_ids" };
  return { selected: true, reason: "no filter" };
}

/** Whether an id may be that of a row which cannot be known, because its dataset cannot be read. */
export function couldBeRowOf(id: string, { caseId, datasetCaseId }: SelectableCase): boolean {
  return caseId === datasetCaseId && id.startsWith(`${caseId}${ROW_SEPARATOR}`);
}
