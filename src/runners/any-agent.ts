import type { LoadedAgent } from "../config/index.ts";
import type { ImageChoice, ImageRequest } from "../sandbox/index.ts";
import { agentDefinitionOf, identifyingPart } from "./agent/definition.ts";
import { agentProgram } from "./agent/descriptor.ts";
import { findProgram } from "./agent-environment/find-program.ts";
import { installationOf } from "./agent-environment/installation.ts";
import { fingerprintOf } from "./agent-session/agent-fingerprint.ts";
import { findAgentImage } from "./agent-session/client.ts";
import { runtimeIn } from "./agent-session/runtime.ts";
import type { ImageSetting, RunnerDescriptor } from "./contract/descriptor.ts";
import { openClaw } from "./openclaw/descriptor.ts";
import { openClawProgram } from "./openclaw/program.ts";

/** Any agent of a model: a program of its own, or OpenClaw, which has a runner of its own. */
export const anyAgent: RunnerDescriptor = {
  ...agentProgram,
  run: (trial, surroundings) => of(trial.agent).run(trial, surroundings),
  compose: (subject, attachments, tools) => of(subject.agent).compose(subject, attachments, tools),
  image(runProfile, loaded) {
    const runtime = runtimeIn("agent", runProfile, loaded);
    if (of(loaded) === agentProgram || !runtime || !loaded) return agentProgram.image(runProfile, loaded);
    return installationOf(runtime, openClawProgram(loaded.agent));
  },
};

function of(loaded: LoadedAgent | undefined): RunnerDescriptor {
  return isOpenClaw(loaded) ? openClaw : agentProgram;
}

function isOpenClaw(loaded: LoadedAgent | undefined): boolean {
  return loaded === undefined || (loaded.agent.kind ?? "openclaw") === "openclaw";
}

/** SHA-256 that identifies an agent. */
export function agentFingerprint(loaded: LoadedAgent): Promise<string> {
  return fingerprintOf(loaded, isOpenClaw(loaded) ? undefined : identifyingPart(agentDefinitionOf(loaded.agent)));
}

/** Resolves a setting to its current image, or to a program of this machine. */
export function findInstalled(
  setting: ImageSetting,
  { env, ...request }: Omit<ImageRequest, "client" | "image"> & { env: Record<string, string | undefined> },
): Promise<ImageChoice> {
  if (setting.program !== undefined) return findProgram(setting);
  return findAgentImage({ cli: setting.docker_cli, image: setting.image, env, ...request });
}
