import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type ContainerClient,
  type ContainerOpening,
  openContainer,
  type ProcessResult,
  runContainer,
} from "../../sandbox/index.ts";

/** Path of a trial's folders inside the container; nothing else of the host is visible. */
const INSIDE = "/work";

/**
 * A trial's folders and their mount points. Each is a separate mount, whose root can be emptied from inside, but not removed or
 * replaced. Folders that we hand over are read-only.
 */
export const TRIAL_FOLDERS = {
  workspace: `${INSIDE}/workspace`,
  state: `${INSIDE}/state`,
  home: `${INSIDE}/home`,
  tmp: "/tmp",
  given: `${INSIDE}/given`,
} as const;

/** Folders that the agent may write to. */
const WRITABLE = ["workspace", "state", "home", "tmp"] as const;

/** Linux takes 128 KiB in one argument, its terminator included, and no NUL in it. */
export const MAX_ARGUMENT_BYTES = 128 * 1024 - 1;

/**
 * Memory for OpenClaw itself (about 1 GB) and its child processes; a runaway agent ends before the machine does. Its own state
 * takes some megabytes of disk; the rest is for its files.
 */
export const AGENT_ROOM = { memoryBytes: 4 * 1024 ** 3, diskBytes: 4 * 1024 ** 3 };

const LIMITS = [`--memory=${AGENT_ROOM.memoryBytes / 1024 ** 3}g`, "--pids-limit=1024"];

/** An answer with its report is some 20 KB; a log of a long session may be a few megabytes. */
export const KEPT_BYTES = 32 * 1024 * 1024;

export interface AgentContainer {
  /** Part of the container's name and its label: `openclaw`, `agent`. */
  purpose: string;
  client: ContainerClient;
  image: string;
  /** `uid:gid` inside the container. */
  user: string;
  /** Further options of `run`, such as `--userns=keep-id`. */
  extra: string[];
  /** False where the machine cannot apply them. */
  limits: boolean;
  network: "default" | "none";
}

/** Runs one command of an agent's image in a separate container that sees nothing of the host. */
export function askImage(
  container: AgentContainer,
  { command, seconds, signal }: { command: string[]; seconds: number; signal?: AbortSignal },
): Promise<ProcessResult> {
  return runContainer(container.client, {
    purpose: container.purpose,
    image: container.image,
    user: container.user,
    options: optionsOf(container),
    command,
    limits: { seconds, outputBytes: KEPT_BYTES },
    signal,
  });
}

export async function makeFolders(folder: string): Promise<void> {
  for (const name of Object.keys(TRIAL_FOLDERS)) await mkdir(join(folder, name), { recursive: true });
}

/** Opens the container of one trial, in which its turns are executed. `way` mounts its only connection to the outside. */
export function openAgentContainer(
  container: AgentContainer,
  { folder, way, seconds, signal }: { folder: string; way: string; seconds: number; signal: AbortSignal },
): Promise<ContainerOpening> {
  // Z relabels the folder where SELinux would otherwise deny access, and is ignored elsewhere.
  const mounts = Object.entries(TRIAL_FOLDERS).map(
    ([name, inside]) => `--volume=${join(folder, name)}:${inside}:${name === "given" ? "ro" : "rw"},Z`,
  );
  return openContainer(container.client, {
    purpose: container.purpose,
    image: container.image,
    user: container.user,
    options: [...optionsOf(container), ...mounts, way, `--workdir=${INSIDE}`],
    seconds,
    signal,
  });
}

/** Limits of one command in a trial's container. */
export function turnBounds(folder: string, seconds: number, signal: AbortSignal) {
  return {
    limits: { seconds, outputBytes: KEPT_BYTES, diskBytes: AGENT_ROOM.diskBytes },
    folders: WRITABLE.map((name) => join(folder, name)),
    signal,
  };
}

function optionsOf({ limits, network, extra }: AgentContainer): string[] {
  return [...(limits ? LIMITS : []), ...(network === "default" ? [] : [`--network=${network}`]), ...extra];
}
