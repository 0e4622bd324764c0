import { homedir } from "node:os";
import { join } from "node:path";
import type { WayInside } from "../../proxy/index.ts";
import { type FoundImage, INSIDE_TMP, INSIDE_WORKSPACE } from "../../sandbox/index.ts";
import { clientNamed, openEngine, runtimeOf, TRIAL_FOLDERS } from "../agent-session/index.ts";
import type { RunnerSurroundings, Trial } from "../contract/runner.ts";
import { openContainerPlace } from "./container-place.ts";
import type { OpenedPlace } from "./place.ts";
import type { AgentDefinition } from "./presets/index.ts";
import { openSandboxPlace } from "./sandbox-place.ts";
import { versionInSandbox } from "./version-in-sandbox.ts";

export interface PlaceSetting {
  /** Holds the trial's folders, made and filled. */
  folder: string;
  way: WayInside;
  installation: FoundImage;
  definition: AgentDefinition;
}

/** Where an agent sees its folders, and where its home is outside, before anything is opened. */
export function layoutOf(image: string | undefined, folder: string) {
  return image === undefined
    ? { workspace: INSIDE_WORKSPACE, home: `${INSIDE_TMP}/home`, homeOutside: join(folder, "tmp", "home") }
    : { workspace: TRIAL_FOLDERS.workspace, home: TRIAL_FOLDERS.home, homeOutside: join(folder, "home") };
}

/** The container that agent.yaml's image makes, or without one the sandbox of this machine. */
export async function openPlace(
  trial: Trial,
  { sandbox, env, signal }: RunnerSurroundings,
  { folder, way, installation, definition }: PlaceSetting,
): Promise<OpenedPlace> {
  const { agent, runProfile, request } = trial;
  const { dockerCli, image, timeoutSeconds } = runtimeOf(trial)!;
  if (image === undefined) {
    const setting = {
      sandbox,
      folder,
      way,
      hostFolders: (agent!.agent.host_folders ?? []).map((path) => path.replace(/^~(?=\/)/, env.HOME ?? homedir())),
      diskBytes: runProfile.sandbox_disk_mb * 1024 ** 2,
      signal,
    };
    return openSandboxPlace({ ...setting, version: await versionInSandbox(setting, installation, definition) });
  }
  const engine = await openEngine({
    client: clientNamed(dockerCli, env),
    image: installation,
    purpose: "agent",
    // A container has to start in any case.
    versionCommand: definition.versionCommand ?? ["true"],
    signal,
  });
  if (!engine.ok) return { ok: false, fault: engine.fault === "broken" ? "machine" : "user", problem: engine.problem };
  const seconds = timeoutSeconds * ((request.invocations?.length ?? 1) + 1) + SLACK_SECONDS;
  return await openContainerPlace({ engine: engine.engine, image: installation, folder, way, seconds, signal });
}

/** For what comes on top of the turns: calls of the engine. */
const SLACK_SECONDS = 600;
