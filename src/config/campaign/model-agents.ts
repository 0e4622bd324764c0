import type { AgentShelf } from "../agents/agent-shelf.ts";
import type { LoadedAgent } from "../agents/load-agent.ts";
import type { Complaint } from "../source/source-file.ts";
import type { AgentAssignment } from "./assign-agents.ts";

/** Chooses an agent for each of the suite's models, for agent cases without an assignment: the model's own, or else the run profile's. */
export function agentsOfModels(
  { suite, suiteSource, runProfile, profileSource, cases }: AgentAssignment,
  needed: boolean,
  shelf: AgentShelf,
): { agents: Map<string, LoadedAgent>; complaints: Complaint[] } {
  const agents = new Map<string, LoadedAgent>();
  const complaints: Complaint[] = [];
  const hasAgentCases = cases.some(({ loaded }) => loaded.case.runner.type === "agent");
  for (const [index, model] of suite.models.entries()) {
    if (!needed) {
      if (model.agent_id !== undefined && !hasAgentCases)
        complaints.push({
          severity: "warning",
          path: ["models", index, "agent_id"],
          at: "key",
          message: "does nothing here, because the suite selects no case with `runner.type: agent`",
        });
      continue;
    }
    const fallback = runProfile.agent?.agent_id;
    if (model.agent_id === undefined && fallback === undefined) {
      const message = `"${model.model_id}" has no agent for the suite's agent cases: add agent_id here, or in the run profile's agent block`;
      complaints.push({ path: ["models", index], message });
      continue;
    }
    const agent =
      model.agent_id === undefined
        ? shelf.take(fallback!, profileSource, ["agent", "agent_id"])
        : shelf.take(model.agent_id, suiteSource, ["models", index, "agent_id"]);
    if (!agent) continue;
    agents.set(model.model_id, agent);
  }
  return { agents, complaints };
}
