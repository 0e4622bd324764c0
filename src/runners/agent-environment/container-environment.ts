import type { ContainerAccess } from "../../proxy/index.ts";
import { type FoundImage, lastLine } from "../../sandbox/index.ts";
import { AGENT_ROOM, openAgentContainer, TRIAL_FOLDERS, turnBounds } from "../agent-session/agent-container.ts";
import type { Engine } from "../agent-session/engine.ts";
import { giveTo } from "../workspace/copy-workspace.ts";
import type { EnvironmentLayout, OpenedEnvironment } from "./environment.ts";

export interface ContainerSetting {
  engine: Engine;
  image: FoundImage;
  /** Holds the trial's folders, made and filled. */
  folder: string;
  layout: EnvironmentLayout;
  way: ContainerAccess;
  /** Lifetime after which it ends by itself. */
  seconds: number;
  signal: AbortSignal;
}

/** Opens one container for all turns of a trial, without a network of its own. */
export async function openContainerEnvironment(setting: ContainerSetting): Promise<OpenedEnvironment> {
  const { engine, image, folder, layout, way, seconds, signal } = setting;
  const { handOverTo: owner, settings, notes, version } = engine;
  if (owner) await giveTo(owner.uid, owner.gid, folder);
  const { network } = way;
  const opened = await openAgentContainer({ ...settings, network }, { folder, way: way.mount, seconds, signal });
  if (!opened.ok) {
    const why = lastLine(opened.call.message ?? opened.call.stderr);
    return { ok: false, fault: "now", problem: `the container did not start: ${why}` };
  }
  const { container } = opened;
  return {
    ok: true,
    place: {
      kind: "container",
      layout,
      version,
      metadata: {
        image,
        docker_cli: settings.client.program,
        container_user: settings.user,
        limits_applied: settings.limits,
        network,
      },
      notes,
      room: AGENT_ROOM,
      execute: ({ command, environment, settings: seen, stdin, seconds: most, apart }) =>
        container.execute({
          ...(apart ? {} : { workdir: TRIAL_FOLDERS.workspace }),
          settings: { HOME: TRIAL_FOLDERS.home, NO_COLOR: "1", ...seen, ...way.settings },
          secrets: { ...way.secrets, ...environment },
          command: way.command(command),
          ...(stdin === undefined ? {} : { stdin }),
          ...turnBounds(folder, most, signal),
        }),
      ending: () => container.ending(),
      end: () => container.end(),
    },
  };
}
