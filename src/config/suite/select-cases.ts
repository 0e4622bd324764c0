import type { CaseFile } from "../case/load-case.ts";
import type { FieldPath } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import type { CaseSelection, Suite } from "../schema/campaign/suite.ts";
import type { Complaint } from "../source/source-file.ts";
import { couldBeRowOf, decide, type SelectableCase } from "./selection.ts";

export interface Selection {
  /** Sorted by path, as in the workspace. */
  selected: { file: CaseFile; reason: string }[];
  unselected: { file: CaseFile; reason: string }[];
  /** Problems of the selection itself. */
  complaints: Complaint[];
}

/** Selects a suite's cases, each with a reason, and complains about names without a match. */
export function selectCases(suite: Suite, files: readonly CaseFile[]): Selection {
  const selection = suite.case_selection ?? {};
  const decided = files.map((file) => ({ file, ...decide(selection, file) }));
  return {
    selected: decided.filter(({ selected }) => selected),
    unselected: decided.filter(({ selected }) => !selected),
    complaints: checkSelection(selection, ["case_selection"], files),
  };
}

/** Complains about names without a match: an error for ids to include, and a warning for excludes and filters. */
export function checkSelection(
  { include_case_ids = [], exclude_case_ids = [], include_tags = [], exclude_tags = [] }: CaseSelection,
  at: FieldPath,
  cases: readonly SelectableCase[],
  where = "of this workspace",
): Complaint[] {
  const ids = new Set(cases.flatMap(({ caseId, datasetCaseId = caseId }) => [datasetCaseId, caseId]));
  const tags = new Set(cases.flatMap((file) => file.tags));
  const unreadable = cases.filter(({ caseId, datasetCaseId }) => caseId === datasetCaseId);
  const isKnown = (id: string) => ids.has(id) || unreadable.some((dataset) => couldBeRowOf(id, dataset));
  return [
    ...include_case_ids.flatMap((id, index) =>
      isKnown(id)
        ? []
        : [
            unknown(
              "error",
              [...at, "include_case_ids", index],
              `no case ${where} has the id "${id}"`,
              didYouMean(id, ids),
            ),
          ],
    ),
    ...exclude_case_ids.flatMap((id, index) => {
      const path = [...at, "exclude_case_ids", index];
      if (include_case_ids.includes(id))
        return [unknown("warning", path, `"${id}" is also in include_case_ids, which wins; it is not excluded`)];
      return isKnown(id)
        ? []
        : [
            unknown(
              "warning",
              path,
              `no case ${where} has the id "${id}", so nothing is excluded`,
              didYouMean(id, ids),
            ),
          ];
    }),
    ...Object.entries({ include_tags, exclude_tags }).flatMap(([field, wanted]) =>
      wanted.flatMap((tag, index) =>
        tags.has(tag)
          ? []
          : [unknown("warning", [...at, field, index], `no case ${where} has the tag "${tag}"`, didYouMean(tag, tags))],
      ),
    ),
  ];
}

function unknown(severity: "error" | "warning", path: FieldPath, message: string, suggestion?: string): Complaint {
  return { severity, path, message, ...(suggestion ? { suggestion } : {}) };
}
