import type { LoadedAgent, RunProfile, SelectedCase, Subject } from "../config/index.ts";
import { type ImageSetting, RUNNERS } from "../runners/index.ts";

/** Known ids of images and of programs on this machine, by key. */
export type ImageIds = ReadonlyMap<string, string>;

/** The agent around a model on a case: the model's own, else the case's; undefined if there is none. */
export function agentOf({ ofModel }: Subject, { agent, agentsOfModels }: SelectedCase): LoadedAgent | undefined {
  return agentsOfModels?.get(ofModel.model_id) ?? agent;
}

/** The installation of an agent; undefined without an agent. */
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
