import type { Agent } from "../schema/agents/agent.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";

/** Runners whose cases need an agent. */
export const AGENT_RUNNERS = ["openclaw", "agent"] as const;

export type AgentRunner = (typeof AGENT_RUNNERS)[number];

/** Returns the image of an agent; undefined if it runs in the sandbox. Only OpenClaw's cases use the run profile's image. */
export function agentImage(runner: AgentRunner, profile: RunProfile, agent: Agent | undefined): string | undefined {
  return (runner === "openclaw" ? profile.openclaw?.image : undefined) ?? agent?.image;
}
