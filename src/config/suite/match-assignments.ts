import type { RunnerType } from "../../records/index.ts";
import type { CaseFile } from "../case/load-case.ts";
import type { FieldPath } from "../diagnostics/diagnostic.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import type { Complaint } from "../source/source-file.ts";
import { checkSelection } from "./select-cases.ts";
import { decide, type SelectableCase } from "./selection.ts";

/** Fields of a case that assignments use. */
export interface AssignableCase extends SelectableCase {
  /** Missing for a broken case. */
  runner?: RunnerType;
}

/** Assigned agent, with the place in the suite. */
export interface AssignedAgent {
  agentId: string;
  path: FieldPath;
}

/** Runners with `agent_assignments` under their name in the suite. */
export const ASSIGNING_RUNNERS = ["openclaw", "agent"] as const;
type AssigningRunner = (typeof ASSIGNING_RUNNERS)[number];

export function assignable({ caseId, datasetCaseId, tags, loaded }: CaseFile): AssignableCase {
  const selectable = { caseId, tags, ...(datasetCaseId === undefined ? {} : { datasetCaseId }) };
  return loaded === undefined ? selectable : { ...selectable, runner: loaded.case.runner.type };
}

/**
 * Finds the entry of `agent_assignments` for each case; cases without one are absent. A case with two is refused, as its agent would depend
 * on the order of the list.
 */
export function matchAssignments(
  suite: Suite,
  selected: readonly AssignableCase[],
): { assigned: Map<string, AssignedAgent>; complaints: Complaint[] } {
  const matched = ASSIGNING_RUNNERS.map((runner) => matchRunner(suite, runner, selected));
  return {
    assigned: new Map(matched.flatMap(({ assigned }) => [...assigned])),
    complaints: matched.flatMap(({ complaints }) => complaints),
  };
}

function matchRunner(suite: Suite, runner: AssigningRunner, selected: readonly AssignableCase[]) {
  const assignments = suite[runner]?.agent_assignments ?? [];
  const at = (index: number): FieldPath => [runner, "agent_assignments", index];
  const assigned = new Map<string, AssignedAgent>();
  if (assignments.length === 0) return { assigned, complaints: [] };
  const complaints = assignments.flatMap(({ case_selection }, index) =>
    checkSelection(case_selection, [...at(index), "case_selection"], selected, "of this suite"),
  );
  for (const candidate of selected) {
    const matching = assignments.flatMap(({ case_selection }, index) =>
      decide(case_selection, candidate).selected ? [index] : [],
    );
    const [first, second] = matching;
    if (first === undefined || candidate.runner === undefined) continue;
    if (candidate.runner !== runner) {
      for (const index of matching) complaints.push(...findCasesOfOtherRunners(suite, runner, index, candidate));
      continue;
    }
    if (second === undefined)
      assigned.set(candidate.caseId, { agentId: assignments[first]!.agent_id, path: [...at(first), "agent_id"] });
    else
      complaints.push({
        path: [...at(second), "case_selection"],
        message: `the case "${candidate.caseId}" matches ${matching.map((index) => `agent_assignments[${index}]`).join(" and ")}; every case has one agent`,
      });
  }
  const used = new Set([...assigned.values()].map(({ path }) => path[2]));
  for (const [index, { agent_id }] of assignments.entries())
    if (complaints.length === 0 && !used.has(index))
      complaints.push({
        severity: "warning",
        path: at(index),
        message: `no ${runner === "openclaw" ? "OpenClaw" : runner} case of this suite matches, so the agent "${agent_id}" is never used by it`,
      });
  return { assigned, complaints };
}

/** Complains about case ids of another runner. Tags may cover several runners, but an id means one case. */
function findCasesOfOtherRunners(
  suite: Suite,
  runner: AssigningRunner,
  index: number,
  { caseId: own, datasetCaseId, runner: found }: AssignableCase,
): Complaint[] {
  const ids = suite[runner]?.agent_assignments[index]?.case_selection.include_case_ids ?? [];
  const caseId = ids.includes(own) ? own : (datasetCaseId ?? own);
  const at = ids.indexOf(caseId);
  if (at < 0) return [];
  const instead =
    found === "llm_probe" ? `only ${runner} cases have an agent` : `assign it under \`${found}.agent_assignments\``;
  const message = `"${caseId}" is an ${found} case; ${instead}`;
  return [{ path: [runner, "agent_assignments", index, "case_selection", "include_case_ids", at], message }];
}
