import type { LoadedAgent } from "../agents/load-agent.ts";
import type { SelectedCase } from "./campaign-config.ts";

/** Returns the agent for a model and a case: the case's, or else the model's, if any. */
export function agentsOf({ agent, agentsOfModels }: SelectedCase, modelId: string): LoadedAgent | undefined {
  return agentsOfModels?.get(modelId) ?? agent;
}
