import { AgentShelf } from "../agents/agent-shelf.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import { type Complaint, complainAbout, type SourceFile } from "../source/source-file.ts";
import { type AssignableCase, type AssignedAgent, matchAssignments } from "../suite/match-assignments.ts";
import { findUnfitAgents } from "./agent-fits-case.ts";
import { findRefusedByImages, refuseOpenNetwork } from "./agents-in-images.ts";
import type { SelectedCase } from "./campaign-config.ts";
import { findIneffectiveSettings } from "./ineffective-settings.ts";
import { agentsOfModels } from "./model-agents.ts";

export interface AgentAssignment {
  root: string;
  suite: Suite;
  suiteSource: SourceFile;
  runProfile: RunProfile;
  profileSource: SourceFile;
  /** All selected cases, including broken ones. */
  candidates: readonly AssignableCase[];
  cases: readonly SelectedCase[];
}

/**
 * Assigns an agent to each case that needs one: that of its only matching assignment; or else, in agent cases, that of each model; or else
 * the run profile's.
 */
export function assignAgents(given: AgentAssignment): { cases: SelectedCase[]; diagnostics: Diagnostic[] } {
  const { root, suite, suiteSource } = given;
  const shelf = new AgentShelf(root);
  const { assigned, complaints } = matchAssignments(suite, given.candidates);
  const isOpen = ({ loaded: { case: found } }: SelectedCase) =>
    found.runner.type === "agent" && !assigned.has(found.case_id);
  const ofModels = agentsOfModels(given, given.cases.some(isOpen), shelf);
  complaints.push(...ofModels.complaints);
  const cases = given.cases.map((selected): SelectedCase => {
    const { case_id, runner } = selected.loaded.case;
    if (runner.type === "llm_probe") return selected;
    if (isOpen(selected)) return { ...selected, agentsOfModels: ofModels.agents };
    const agent = agentOfCase(given, shelf, assigned.get(case_id));
    return agent ? { ...selected, agent } : selected;
  });
  const settings = findIneffectiveSettings(given, cases);
  complaints.push(...refuseSecondAgents(suite, assigned, cases), ...findUnfitAgents(cases, suite), ...settings.suite);
  const ofProfile = [...refuseOpenNetwork(given, cases), ...findRefusedByImages(given, cases), ...settings.profile];
  const diagnostics = complaints.map((complaint) => complainAbout(suiteSource, complaint));
  diagnostics.push(...ofProfile.map((complaint) => complainAbout(given.profileSource, complaint)));
  return { cases, diagnostics: [...diagnostics, ...shelf.diagnostics] };
}

function agentOfCase(
  { suiteSource, runProfile, profileSource }: AgentAssignment,
  shelf: AgentShelf,
  assigned: AssignedAgent | undefined,
) {
  if (assigned) return shelf.take(assigned.agentId, suiteSource, assigned.path);
  return runProfile.openclaw && shelf.take(runProfile.openclaw.agent_id, profileSource, ["openclaw", "agent_id"]);
}

/** Complains if both an assignment and a model name an agent, as it is unclear which is meant. */
function refuseSecondAgents(
  { models }: Suite,
  assigned: ReadonlyMap<string, AssignedAgent>,
  cases: readonly SelectedCase[],
): Complaint[] {
  const own = models.find(({ agent_id }) => agent_id !== undefined);
  const both = cases.find(({ loaded }) => loaded.case.runner.type === "agent" && assigned.has(loaded.case.case_id));
  if (!own || !both) return [];
  const { case_id } = both.loaded.case;
  const message = `the case "${case_id}" is assigned to this agent, but the model "${own.model_id}" brings "${own.agent_id}"; say it in one place, or select the cases in two suites`;
  return [{ path: assigned.get(case_id)!.path, message }];
}
