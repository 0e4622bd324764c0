import type { RunnerType } from "../../records/index.ts";
import type { CaseFile } from "../case/load-case.ts";
import type { Suite } from "../schema/index.ts";
import type { Complaint } from "../source/source-file.ts";
import { complaintsAboutSelection } from "./select-cases.ts";
import { decide, type SelectableCase } from "./selection.ts";

/** What an assignment looks at in a case. */
export interface AssignableCase extends SelectableCase {
  /** Missing for a broken case, which is nobody's to run. */
  runner?: RunnerType;
}

export function assignable({ caseId, datasetCaseId, tags, loaded }: CaseFile): AssignableCase {
  const selectable = { caseId, tags, ...(datasetCaseId === undefined ? {} : { datasetCaseId }) };
  return loaded === undefined ? selectable : { ...selectable, runner: loaded.case.runner.type };
}

/**
 * Which entry of `openclaw.agent_assignments` each OpenClaw case of the suite belongs to; cases that match none are
 * not in the map. A case that matches two is refused, because its agent would depend on the order of the list.
 */
export function matchAssignments(
  suite: Suite,
  selected: readonly AssignableCase[],
): { assigned: Map<string, number>; complaints: Complaint[] } {
  const assignments = suite.openclaw?.agent_assignments ?? [];
  const assigned = new Map<string, number>();
  const complaints = assignments.flatMap(({ case_selection }, index) =>
    complaintsAboutSelection(case_selection, [...assignmentPath(index), "case_selection"], selected, "of this suite"),
  );
  for (const candidate of selected) {
    const matching = assignments.flatMap(({ case_selection }, index) =>
      decide(case_selection, candidate).selected ? [index] : [],
    );
    const [first, second] = matching;
    if (first === undefined) continue;
    if (candidate.runner === undefined) continue;
    if (candidate.runner !== "openclaw") {
      for (const index of matching) complaints.push(...namedInVain(suite, index, candidate));
      continue;
    }
    if (second === undefined) assigned.set(candidate.caseId, first);
    else
      complaints.push({
        path: [...assignmentPath(second), "case_selection"],
        message: `the case "${candidate.caseId}" matches ${matching.map((index) => `agent_assignments[${index}]`).join(" and ")}; every case has one agent`,
      });
  }
  for (const [index, { agent_id }] of assignments.entries())
    if (complaints.length === 0 && ![...assigned.values()].includes(index))
      complaints.push({
        severity: "warning",
        path: assignmentPath(index),
        message: `no OpenClaw case of this suite matches, so the agent "${agent_id}" is never used by it`,
      });
  return { assigned, complaints };
}

/** A tag may well stand on cases of both runners; an id says plainly that this case is meant. */
function namedInVain(suite: Suite, index: number, { caseId: own, datasetCaseId, runner }: AssignableCase): Complaint[] {
  const ids = suite.openclaw?.agent_assignments[index]?.case_selection.include_case_ids ?? [];
  const caseId = ids.includes(own) ? own : (datasetCaseId ?? own);
  const at = ids.indexOf(caseId);
  if (at < 0) return [];
  const instead = runner === "agent" ? "agent cases take their model's agent" : "only openclaw cases have an agent";
  const message = `"${caseId}" is an ${runner} case; ${instead}`;
  return [{ path: [...assignmentPath(index), "case_selection", "include_case_ids", at], message }];
}

function assignmentPath(index: number): (string | number)[] {
  return ["openclaw", "agent_assignments", index];
}
