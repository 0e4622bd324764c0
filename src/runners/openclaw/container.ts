import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { type CliResult, callCli } from "./call-cli.ts";
import { LABEL, watchContainer } from "./leftovers.ts";
import { OWNER } from "./owner.ts";

/** Where the run folder is seen inside the container; nothing else of the host is. */
export const INSIDE = "/work";

/** Room for OpenClaw itself (about 1 GB) and what an agent starts; a runaway one ends before the machine does. */
const LIMITS = ["--memory=4g", "--pids-limit=1024"];

export interface ContainerSettings {
  cli: string;
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

export interface ContainerRun {
  /** Host folder mounted at /work; without it, nothing is mounted. */
  folder?: string;
  /** Set in the clear. */
  settings?: Record<string, string>;
  /** Handed over by name only, so that no value is seen on a command line or in a file. */
  secrets?: Record<string, string>;
  command: string[];
  seconds: number;
  env: Record<string, string | undefined>;
  signal?: AbortSignal;
}

/** Runs one command in a container of its own and waits for it. When time is up, the container ends, not only its client. */
export async function runContainer(settings: ContainerSettings, run: ContainerRun): Promise<CliResult> {
  const name = `assay-openclaw-${OWNER}-${randomBytes(4).toString("hex")}`;
  const env = { ...run.env, ...run.secrets };
  const container = watchContainer({ cli: settings.cli, name, env: run.env });
  try {
    return await callCli(settings.cli, runWords(settings, run, name), {
      env,
      // Podman's monitor writes a file `oom` where the client stands; beside the mounted folder nobody takes it for the agent's.
      cwd: run.folder && dirname(run.folder),
      seconds: run.seconds,
      signal: run.signal,
      onStop: container.remove,
    });
  } finally {
    container.forget();
  }
}

function runWords(settings: ContainerSettings, run: ContainerRun, name: string): string[] {
  return [
    "run",
    "--rm",
    // Pulled beforehand: a pull in here would eat up the agent's time.
    "--pull=never",
    `--name=${name}`,
    `--label=${LABEL}`,
    `--user=${settings.user}`,
    "--cap-drop=all",
    "--security-opt=no-new-privileges",
    ...(settings.limits ? LIMITS : []),
    ...(settings.network === "default" ? [] : [`--network=${settings.network}`]),
    ...settings.extra,
    // Z relabels the folder where SELinux would otherwise refuse it, and is ignored elsewhere.
    ...(run.folder ? [`--volume=${run.folder}:${INSIDE}:rw,Z`, `--workdir=${INSIDE}`] : []),
    ...Object.entries(run.settings ?? {}).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
    ...Object.keys(run.secrets ?? {}).flatMap((key) => ["--env", key]),
    settings.image,
    ...run.command,
  ];
}
