import type { Agent } from "../../config/index.ts";

/** The id passed to `openclaw agent --agent`; it may differ from the name of the agent's folder. */
export function agentIdInside(agent: Agent): string {
  return agent.openclaw?.agent?.id ?? agent.agent_id;
}
