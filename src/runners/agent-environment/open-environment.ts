import { homedir } from "node:os";
import type { ContainerAccess } from "../../proxy/index.ts";
import type { FoundImage } from "../../sandbox/index.ts";
import { clientFor } from "../agent-session/client.ts";
import { openEngine } from "../agent-session/engine.ts";
import type { AgentRuntime } from "../agent-session/runtime.ts";
import type { RunnerSurroundings, Trial } from "../contract/runner.ts";
import type { AgentProgram } from "./agent-program.ts";
import { openContainerEnvironment } from "./container-environment.ts";
import type { EnvironmentLayout, OpenedEnvironment } from "./environment.ts";
import { openSandboxEnvironment } from "./sandbox-environment.ts";
import { versionInSandbox } from "./version-in-sandbox.ts";

export interface EnvironmentSetting {
  runtime: AgentRuntime;
  /** Holds the trial's folders, made and filled. */
  folder: string;
  layout: EnvironmentLayout;
  way: ContainerAccess;
  installation: FoundImage;
  program: AgentProgram;
  /** Part of the names of its containers. */
  purpose: string;
}

/** Opens a container of the image, or without one the sandbox of this machine. */
export async function openEnvironment(
  trial: Trial,
  surroundings: RunnerSurroundings,
  setting: EnvironmentSetting,
): Promise<OpenedEnvironment> {
  if (setting.runtime.image === undefined) return await inSandbox(trial, surroundings, setting);
  const { env, signal } = surroundings;
  const { folder, layout, way, installation, program, purpose, runtime } = setting;
  const engine = await openEngine({
    client: clientFor(runtime.dockerCli, env),
    image: installation,
    purpose,
    // A container has to start in any case.
    versionCommand: program.versionCommand ?? ["true"],
    signal,
  });
  if (!engine.ok) return { ok: false, fault: engine.fault === "broken" ? "machine" : "user", problem: engine.problem };
  const seconds = runtime.timeoutSeconds * ((trial.request.invocations?.length ?? 1) + 1) + SLACK_SECONDS;
  return await openContainerEnvironment({
    engine: engine.engine,
    image: installation,
    folder,
    layout,
    way,
    seconds,
    signal,
  });
}

/** Time besides the turns: calls of the engine, and queries to the agent before its first turn. */
const SLACK_SECONDS = 600;

async function inSandbox(
  { agent, runProfile }: Trial,
  { sandbox, env, signal }: RunnerSurroundings,
  { folder, layout, way, installation, program }: EnvironmentSetting,
): Promise<OpenedEnvironment> {
  const setting = {
    sandbox,
    folder,
    layout,
    way,
    program: installation,
    reservedBytes: program.reservedBytes,
    hostFolders: (agent!.agent.host_folders ?? []).map((path) => path.replace(/^~(?=\/)/, env.HOME ?? homedir())),
    diskBytes: runProfile.sandbox_disk_mb * 1024 ** 2,
    signal,
  };
  const told = await versionInSandbox(setting, installation, program);
  if (told.problem !== undefined && (told.why === "cannot_run" || program.needsVersion)) {
    const asked = program.versionCommand!.join(" ");
    const problem = `the sandbox cannot run \`${asked}\`: ${told.problem}; it sees /usr and what host_folders in agent.yaml names, and environment.PATH says where programs are`;
    return { ok: false, fault: told.why === "ended" ? "now" : "user", problem };
  }
  return openSandboxEnvironment({ ...setting, version: told.version });
}
