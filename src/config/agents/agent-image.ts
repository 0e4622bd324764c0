import type { Agent } from "../schema/agents/agent.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";

/** Runners whose cases are an agent's. */
export const AGENT_RUNNERS = ["openclaw", "agent"] as const;

export type AgentRunner = (typeof AGENT_RUNNERS)[number];

/** The image that an agent runs in; undefined where it runs in the sandbox. Only OpenClaw's cases take the run profile's. */
export function agentImage(runner: AgentRunner, profile: RunProfile, agent: Agent | undefined): string | undefined {
  return (runner === "openclaw" ? profile.openclaw?.image : undefined) ?? agent?.image;
}
