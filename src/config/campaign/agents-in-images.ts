import { type AgentRunner, agentImage } from "../agents/agent-image.ts";
import { findRefusedByImage } from "../agents/refused-by-image.ts";
import type { Agent } from "../schema/agents/agent.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Complaint } from "../source/source-file.ts";
import type { SelectedCase } from "./campaign-config.ts";

/** Refuses open network access outside of containers: the sandbox could only share the machine's network, with every local service. */
export function refuseOpenNetwork(
  { runProfile }: { runProfile: RunProfile },
  cases: readonly SelectedCase[],
): Complaint[] {
  if (runProfile.network_access !== "allow") return [];
  const exposed = workingAgents(cases).find(({ runner, agent }) => agentImage(runner, runProfile, agent) === undefined);
  if (!exposed) return [];
  const message = `allow would put the agent "${exposed.agent.agent_id}", which has no image, into the network of this machine; list the hosts that it needs, or name an image in its agent.yaml`;
  return [{ path: ["network_access"], message }];
}

/** Finds what the OpenClaw in an image would refuse of its agents. */
export function findRefusedByImages(
  { runProfile }: { runProfile: RunProfile },
  cases: readonly SelectedCase[],
): Complaint[] {
  return workingAgents(cases).flatMap(({ runner, agent }) => findRefusedByImage(agent, runner, runProfile));
}

interface WorkingAgent {
  runner: AgentRunner;
  agent: Agent;
}

/** Lists each agent of the campaign once per runner that uses it. */
function workingAgents(cases: readonly SelectedCase[]): WorkingAgent[] {
  const found = new Map<string, WorkingAgent>();
  for (const { agent: ofCase, agentsOfModels, loaded } of cases) {
    const { type: runner } = loaded.case.runner;
    if (runner === "llm_probe") continue;
    for (const { agent } of [...(ofCase ? [ofCase] : []), ...(agentsOfModels?.values() ?? [])])
      found.set(`${runner} ${agent.agent_id}`, { runner, agent });
  }
  return [...found.values()];
}
