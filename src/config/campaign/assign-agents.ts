import { AgentShelf } from "../agents/agent-shelf.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RunProfile, Suite } from "../schema/index.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { type AssignableCase, matchAssignments } from "../suite/match-assignments.ts";
import { openNetwork, unfitAgents } from "./agent-fits-case.ts";
import type { SelectedCase } from "./campaign-config.ts";
import { agentsOfModels } from "./model-agents.ts";

export interface AgentAssignment {
  root: string;
  suite: Suite;
  suiteSource: SourceFile;
  runProfile: RunProfile;
  profileSource: SourceFile;
  /** What the suite selects, broken cases included. */
  candidates: readonly AssignableCase[];
  cases: readonly SelectedCase[];
}

/**
 * Gives every case of an agent runner its agent. In OpenClaw cases that of the one assignment which matches it, else the run profile's; in
 * agent cases that of each model, else the run profile's.
 */
export function assignAgents(given: AgentAssignment): { cases: SelectedCase[]; diagnostics: Diagnostic[] } {
  const { root, suite, suiteSource } = given;
  const shelf = new AgentShelf(root);
  const { assigned, complaints } = matchAssignments(suite, given.candidates);
  const ofModels = agentsOfModels(given, shelf);
  complaints.push(...ofModels.complaints);
  const cases = given.cases.map((selected): SelectedCase => {
    const { case_id, runner } = selected.loaded.case;
    if (runner.type === "llm_probe") return selected;
    if (runner.type === "agent") return { ...selected, agentsOfModels: ofModels.agents };
    const agent = openClawAgent(given, shelf, assigned.get(case_id));
    return agent ? { ...selected, agent } : selected;
  });
  complaints.push(...unfitAgents(cases, suite));
  const diagnostics = complaints.map((complaint) => complainAbout(suiteSource, complaint));
  diagnostics.push(
    ...openNetwork(given, ofModels.agents).map((complaint) => complainAbout(given.profileSource, complaint)),
  );
  return { cases, diagnostics: [...diagnostics, ...shelf.diagnostics] };
}

function openClawAgent(
  { suite, suiteSource, runProfile, profileSource }: AgentAssignment,
  shelf: AgentShelf,
  assignment: number | undefined,
) {
  if (assignment === undefined)
    return runProfile.openclaw && shelf.take(runProfile.openclaw.agent_id, profileSource, ["openclaw", "agent_id"]);
  const { agent_id } = suite.openclaw!.agent_assignments[assignment]!;
  return shelf.take(agent_id, suiteSource, ["openclaw", "agent_assignments", assignment, "agent_id"]);
}
