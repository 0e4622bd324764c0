import { findImage, type ImageChoice } from "../../sandbox/index.ts";
import { clientNamed, runtimeOf } from "../agent-session/index.ts";
import type { RunnerSurroundings, Trial } from "../contract/runner.ts";
import { agentDefinitionOf } from "./definition.ts";
import { findProgram } from "./find-program.ts";

/** What a trial's agent is installed as right now: its image, or the program of this machine. */
export function findInstallation(
  trial: Trial,
  { env, signal }: Pick<RunnerSurroundings, "env" | "signal">,
): Promise<ImageChoice> {
  const { dockerCli, image } = runtimeOf(trial)!;
  if (image !== undefined) return findImage({ client: clientNamed(dockerCli, env), image, signal, pull: true });
  const { program, environment } = agentDefinitionOf(trial.agent!.agent);
  return findProgram({ program, path: environment.PATH });
}
