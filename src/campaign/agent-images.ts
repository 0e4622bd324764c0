import type { LoadedAgent, RunProfile, SelectedCase, Subject } from "../config/index.ts";
import { type ImageSetting, RUNNERS } from "../runners/index.ts";

/** Ids of images, and of programs of this machine, by their keys; those that nobody knows are missing. */
export type ImageIds = ReadonlyMap<string, string>;

/** Who works with a model on a case: the model's own agent, else the case's; undefined where nobody does. */
export function agentOf({ ofModel }: Subject, { agent, agentsOfModels }: SelectedCase): LoadedAgent | undefined {
  return agentsOfModels?.get(ofModel.model_id) ?? agent;
}

/** What an agent is installed as; undefined where there is no agent. */
export function imageOf(
  runProfile: RunProfile,
  { loaded }: SelectedCase,
  agent: LoadedAgent | undefined,
): ImageSetting | undefined {
  return agent && RUNNERS[loaded.case.runner.type].image(runProfile, agent);
}

export function imageKey(setting: ImageSetting): string {
  return setting.program === undefined
    ? `${setting.docker_cli}\n${setting.image}`
    : `${setting.program}\n${setting.path ?? ""}\nof this machine`;
}
