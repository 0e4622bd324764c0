import { ROW_SEPARATOR } from "../dataset/row-ids.ts";
import type { CaseSelection } from "../schema/campaign/suite.ts";

/** Decision about a case, with the reason. */
export type Decision = { selected: boolean; reason: string };

/** Fields of a case that a selection uses. */
export interface SelectableCase {
  caseId: string;
  /** For a dataset row, its case's id. An unreadable dataset is represented by a single case. */
  datasetCaseId?: string;
  tags: string[];
}

/**
 * Decides whether a selection picks a case:
 *
 * 1. `include_case_ids` overrides everything else.
 * 2. `exclude_tags` and then `exclude_case_ids` remove matching cases.
 * 3. `include_tags` adds cases with at least one of the tags.
 * 4. Without any include, all remaining cases are in.
 *
 * Ids and tags add up: `include_case_ids: [a]` with `include_tags: [smoke]` selects `a` and all of smoke. The id of a dataset's case means
 * all of its rows. A row's own id takes precedence: a row excluded by its own id is out, even if its dataset is included.
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

/** Returns whether an id may belong to a row of an unreadable dataset. */
export function couldBeRowOf(id: string, { caseId, datasetCaseId }: SelectableCase): boolean {
  return caseId === datasetCaseId && id.startsWith(`${caseId}${ROW_SEPARATOR}`);
}
