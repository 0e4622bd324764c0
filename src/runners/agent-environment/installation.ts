import { findImage, type ImageChoice } from "../../sandbox/index.ts";
import { clientFor } from "../agent-session/client.ts";
import type { AgentRuntime } from "../agent-session/runtime.ts";
import type { ImageSetting } from "../contract/descriptor.ts";
import type { RunnerSurroundings } from "../contract/runner.ts";
import type { AgentProgram } from "./agent-program.ts";
import { findProgram } from "./find-program.ts";

/** Resolves a trial's agent to its current installation: its image, or the program on this machine. */
export function findInstallation(
  { dockerCli, image }: Pick<AgentRuntime, "dockerCli" | "image">,
  agent: AgentProgram,
  { env, signal }: Pick<RunnerSurroundings, "env" | "signal">,
): Promise<ImageChoice> {
  const setting = installationOf({ dockerCli, image }, agent);
  if (setting.program !== undefined) return findProgram(setting);
  return findImage({ client: clientFor(dockerCli, env), image: setting.image, signal, pull: true });
}

/** The image if there is one, else the program and its search path. */
export function installationOf(
  { dockerCli, image }: Pick<AgentRuntime, "dockerCli" | "image">,
  { program, environment }: AgentProgram,
): ImageSetting {
  return image === undefined ? { program, path: environment.PATH } : { image, docker_cli: dockerCli };
}
