import type { AgentShelf } from "../agents/agent-shelf.ts";
import type { LoadedAgent } from "../agents/load-agent.ts";
import { type ModelConfig, providerFields } from "../schema/index.ts";
import type { Complaint } from "../source/source-file.ts";
import type { AgentAssignment } from "./assign-agents.ts";

/** Which agent works with each of the suite's models in agent cases: the model's own, else the run profile's. */
export function agentsOfModels(
  { suite, suiteSource, runProfile, profileSource, cases }: AgentAssignment,
  shelf: AgentShelf,
): { agents: Map<string, LoadedAgent>; complaints: Complaint[] } {
  const agents = new Map<string, LoadedAgent>();
  const complaints: Complaint[] = [];
  const needed = cases.some(({ loaded }) => loaded.case.runner.type === "agent");
  for (const [index, model] of suite.models.entries()) {
    if (!needed) {
      if (model.agent_id !== undefined)
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
    complaints.push(...parametersInVain(model, index, agent));
  }
  return { agents, complaints };
}

/** Only OpenClaw passes parameters on; other agents choose theirs, and have options of their own for it. */
function parametersInVain(model: ModelConfig, index: number, { agent }: LoadedAgent): Complaint[] {
  if ((agent.kind ?? "openclaw") === "openclaw") return [];
  return providerFields(model).map((name) => ({
    severity: "warning",
    path: ["models", index, name],
    at: "key",
    message: `does not reach "${agent.agent_id}" in agent cases: a ${agent.kind} agent sets the parameters of its requests itself; see its \`arguments\``,
  }));
}
