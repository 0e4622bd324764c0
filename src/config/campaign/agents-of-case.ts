import type { LoadedAgent } from "../agents/load-agent.ts";
import type { SelectedCase } from "./campaign-config.ts";

/** Who works with a model of the suite on a case: the case's agent, else the model's; undefined where nobody does. */
export function agentsOf({ agent, agentsOfModels }: SelectedCase, modelId: string): LoadedAgent | undefined {
  return agentsOfModels?.get(modelId) ?? agent;
}
