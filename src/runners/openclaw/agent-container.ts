import { type ContainerClient, type ProcessResult, runContainer } from "../../sandbox/index.ts";

/** Where the run folder is seen inside the container; nothing else of the host is. */
export const INSIDE = "/work";

/** Room for OpenClaw itself (about 1 GB) and what an agent starts; a runaway one ends before the machine does. */
const LIMITS = ["--memory=4g", "--pids-limit=1024"];

/** An answer with its report is some 20 KB; a log of a long session may be a few megabytes. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** OpenClaw's own state is some megabytes; the rest is what the agent writes. */
const DISK_BYTES = 4 * 1024 ** 3;

export interface AgentContainer {
  client: ContainerClient;
  image: string;
  /** `uid:gid` inside the container. */
  user: string;
  /** Further words for `run`, such as `--userns=keep-id`. */
  extra: string[];
  /** False where the machine cannot apply them. */
  limits: boolean;
  /** `host` is for a gateway that listens on the host's loopback only. */
  network: "default" | "host" | "none";
}

export interface AgentCommand {
  /** Host folder mounted at /work; without it, nothing is mounted. */
  folder?: string;
  settings?: Record<string, string>;
  secrets?: Record<string, string>;
  command: string[];
  seconds: number;
  signal?: AbortSignal;
}

/** Runs one command of an agent's image in a container of its own. */
export function runAgentContainer(container: AgentContainer, run: AgentCommand): Promise<ProcessResult> {
  const { settings, secrets, command, seconds, signal } = run;
  return runContainer(container.client, {
    purpose: "openclaw",
    image: container.image,
    user: container.user,
    words: [
      ...(container.limits ? LIMITS : []),
      ...(container.network === "default" ? [] : [`--network=${container.network}`]),
      ...container.extra,
      // Z relabels the folder where SELinux would otherwise refuse it, and is ignored elsewhere.
      ...(run.folder ? [`--volume=${run.folder}:${INSIDE}:rw,Z`, `--workdir=${INSIDE}`] : []),
    ],
    settings,
    secrets,
    command,
    limits: { seconds, outputBytes: KEPT_BYTES, diskBytes: DISK_BYTES },
    folders: run.folder ? [run.folder] : [],
    signal,
  });
}
