import { AGENT_RUNNERS, type AgentRunner } from "../agents/agent-image.ts";
import { findRefusedByImage } from "../agents/refused-by-image.ts";
import type { Agent } from "../schema/agents/agent.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Complaint } from "../source/source-file.ts";
import type { Workspace } from "./load-workspace.ts";

/**
 * Finds what OpenClaw would refuse of the agents used with a profile: the profile's own, and those of suites. An agent of a suite is only a
 * warning if another profile would accept it, as the profile is known only when a campaign starts.
 */
export function refusedAgents(profile: RunProfile, workspace: Workspace): Complaint[] {
  return AGENT_RUNNERS.filter((runner) => profile[runner] !== undefined).flatMap((runner) => {
    const own = profile[runner]?.agent_id;
    const ofSuites = new Set(workspace.suites.flatMap(({ value }) => (value ? agentsNamed(value, runner) : [])));
    return loadedAgents(workspace, new Set([own, ...ofSuites])).flatMap((agent) => {
      const complaints = findRefusedByImage(agent, runner, profile);
      if (agent.agent_id === own || !isTakenElsewhere(agent, runner, workspace)) return complaints;
      return complaints.map((complaint): Complaint => ({ ...complaint, severity: "warning" }));
    });
  });
}

type Suite = NonNullable<Workspace["suites"][number]["value"]>;

function agentsNamed(suite: Suite, runner: AgentRunner): string[] {
  const assigned = suite[runner]?.agent_assignments.map(({ agent_id }) => agent_id) ?? [];
  const ofModels = runner === "agent" ? suite.models.flatMap(({ agent_id }) => agent_id ?? []) : [];
  return [...assigned, ...ofModels];
}

function loadedAgents({ agents }: Workspace, ids: ReadonlySet<string | undefined>): Agent[] {
  return agents.flatMap(({ id, loaded }) => (loaded.ok && ids.has(id) ? [loaded.value.agent] : []));
}

function isTakenElsewhere(agent: Agent, runner: AgentRunner, { runProfiles }: Workspace): boolean {
  return runProfiles.some(
    ({ value: other }) => other?.[runner] !== undefined && findRefusedByImage(agent, runner, other).length === 0,
  );
}
