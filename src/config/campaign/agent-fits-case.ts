import type { LoadedAgent } from "../agents/load-agent.ts";
import type { RunProfile, Suite } from "../schema/index.ts";
import type { Complaint } from "../source/source-file.ts";
import type { SelectedCase } from "./campaign-config.ts";

/** Cases that their agent cannot run. */
export function unfitAgents(cases: readonly SelectedCase[], suite: Suite): Complaint[] {
  const complaints: Complaint[] = [];
  const other = cases.find(({ agent }) => agent && (agent.agent.kind ?? "openclaw") !== "openclaw");
  if (other)
    complaints.push({
      path: ["openclaw"],
      at: "key",
      message: `the agent "${other.agent!.agent.agent_id}" of the case "${other.loaded.case.case_id}" is a ${other.agent!.agent.kind}; for agents of other kinds write \`runner.type: agent\` in the case`,
    });
  const turns = cases.find(({ agentsOfModels, loaded }) => agentsOfModels && loaded.turns.length > 1);
  for (const [modelId, agent] of turns?.agentsOfModels ?? [])
    if (!canResume(agent)) {
      const index = suite.models.findIndex(({ model_id }) => model_id === modelId);
      const message = `the case "${turns!.loaded.case.case_id}" has ${turns!.loaded.turns.length} turns, but "${agent.agent.agent_id}" does not say how a session is resumed; add \`resume\` to its agent.yaml`;
      complaints.push({ path: ["models", index], message });
    }
  for (const [modelId, { agent }] of cases.find(({ agentsOfModels }) => agentsOfModels)?.agentsOfModels ?? [])
    if ((agent.kind ?? "openclaw") === "openclaw" && agent.image === undefined) {
      const index = suite.models.findIndex(({ model_id }) => model_id === modelId);
      const message = `"${agent.agent_id}" is an OpenClaw agent, which runs in a container: add \`image\` to its agent.yaml`;
      complaints.push({ path: ["models", index], message });
    }
  return complaints;
}

/** A container has a network of its own; the sandbox could only share the machine's, with everything that listens there. */
export function openNetwork(
  { runProfile }: { runProfile: RunProfile },
  agents: ReadonlyMap<string, LoadedAgent>,
): Complaint[] {
  const exposed = [...agents.values()].find(
    ({ agent: { kind, image } }) => kind !== undefined && kind !== "openclaw" && !image,
  );
  if (runProfile.network_access !== "allow" || !exposed) return [];
  const message = `allow would put the agent "${exposed.agent.agent_id}", which has no image, into the network of this machine; list the hosts that it needs, or name an image in its agent.yaml`;
  return [{ path: ["network_access"], message }];
}

/** The kinds that we know can. */
function canResume({ agent: { kind, resume } }: LoadedAgent): boolean {
  return kind !== "command" || resume !== undefined;
}
