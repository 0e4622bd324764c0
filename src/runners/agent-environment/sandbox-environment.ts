import { join } from "node:path";
import type { ContainerAccess } from "../../proxy/index.ts";
import { type FoundImage, hasOwnView, type Sandbox, type SandboxChoice } from "../../sandbox/index.ts";
import { AGENT_ROOM, KEPT_BYTES } from "../agent-session/agent-container.ts";
import type { EnvironmentLayout, OpenedEnvironment } from "./environment.ts";

export interface SandboxSetting {
  sandbox: SandboxChoice;
  /** Holds the trial's folders, made and filled. */
  folder: string;
  layout: EnvironmentLayout;
  way: ContainerAccess;
  /** Folders of this machine that the program needs. */
  hostFolders: readonly string[];
  diskBytes: number;
  program: FoundImage;
  /** Memory that its processes reserve without using it. */
  reservedBytes?: number;
  version: string | null;
  signal: AbortSignal;
}

/** The forwarder's Node inside: the one that we run on, which certainly exists. */
const NODE_INSIDE = "/run/assay-node/node";

/** The root, which is not writable. */
const AT_THE_ROOT = ["/bin/sh", "-c", 'cd / && exec "$@"', "sh"];

/** An agent and its child processes need more than a single command: room for a runtime and its build tools. */
const LIMITS = { outputBytes: KEPT_BYTES, processes: 1024, memoryBytes: AGENT_ROOM.memoryBytes };

/**
 * Opens the sandbox of this machine, without a container: each turn is a separate call in the same folders and ends with all of
 * its processes. There is no network except the connection to the model.
 */
export function openSandboxEnvironment(setting: SandboxSetting): OpenedEnvironment {
  const { folder, layout, way, hostFolders, diskBytes, program, reservedBytes, version, signal } = setting;
  if (!setting.sandbox.ok)
    return {
      ok: false,
      fault: "machine",
      problem: `the agent has no image, and no sandbox works here. ${setting.sandbox.reason}`,
    };
  const { sandbox } = setting.sandbox;
  if (!hasOwnView(sandbox) || way.isOpen)
    return { ok: false, fault: "user", problem: way.isOpen ? OPEN_NETWORK : unfit(sandbox) };
  const [workspace, tmp] = [join(folder, "workspace"), join(folder, "tmp")];
  const { home, given } = layout.inside;
  return {
    ok: true,
    place: {
      kind: "sandbox",
      layout,
      version,
      metadata: { sandbox: sandbox.kind, program, network: "none" },
      notes: [],
      room: { ...AGENT_ROOM, diskBytes, diskSetting: "sandbox_disk_mb" },
      execute: ({ command, environment, settings, stdin, seconds, apart }) =>
        sandbox.run({
          argv: way.command(apart ? [...AT_THE_ROOT, ...command] : command, NODE_INSIDE),
          workspace,
          tmp,
          readOnly: [
            { host: way.folder, inside: way.folderInside },
            { host: process.execPath, inside: NODE_INSIDE },
            { host: join(folder, layout.below.given), inside: given },
            ...hostFolders.map((path) => ({ host: path, inside: path })),
          ],
          env: { HOME: home, NO_COLOR: "1", ...settings, ...way.settings, ...way.secrets, ...environment },
          stdin,
          network: false,
          limits: { ...LIMITS, seconds, diskBytes, ...(reservedBytes && { reservedBytes }) },
          signal,
        }),
      // A command's namespaces end with it, so nothing is left to inspect.
      ending: () => Promise.resolve("running" as const),
      end: () => Promise.resolve(),
    },
  };
}

const OPEN_NETWORK =
  "network_access: allow would put an agent without a container into the network of this machine; list the hosts that it needs, or name an image in agent.yaml";

function unfit({ kind }: Sandbox): string {
  return `an agent without an image needs a sandbox that gives it a view of its own (bubblewrap, namespaces); ${kind} does not`;
}
