import { openOwnedFolder, ownedName } from "../../files/index.ts";
import { type ProcessResult, succeeded } from "../processes/process-result.ts";
import { type Bounds, supervise } from "../processes/supervise.ts";
import { type ContainerClient, clientProgram, runClient } from "./client.ts";
import { type ContainerEnding, findEnding } from "./container-ending.ts";
import { environmentOptions, LEAST_PRIVILEGES } from "./least-privileges.ts";
import { LABEL, removeContainers, sweepOrphans, watchContainer } from "./leftovers.ts";

/** A container that executes several commands, sequentially or concurrently. */
export interface ContainerSetup {
  /** Part of the container's name and its label: `openclaw`, `agent`. */
  purpose: string;
  image: string;
  /** `uid:gid` inside the container. */
  user: string;
  /** Options of `run` beyond those of all our containers: mounts, limits, network. */
  options: string[];
  /** Minimum lifetime, after which an abandoned container ends by itself. */
  seconds: number;
  signal?: AbortSignal;
}

interface Execution extends Bounds {
  /** Working directory inside. */
  workdir?: string;
  /** Environment inside, passed in clear text. */
  settings?: Record<string, string>;
  /** Environment inside, passed by name only, so that no value appears on a command line or in a file. */
  secrets?: Record<string, string>;
  command: string[];
}

interface OpenContainer {
  name: string;
  /** Waits for a command. If it times out or is otherwise ended early, the whole container ends with everything in it. */
  execute(execution: Execution): Promise<ProcessResult>;
  /** Reports if the container still runs and, if not, what ended it. Call before `end`. */
  ending(): Promise<ContainerEnding>;
  /** Ends and removes the container with everything in it. May be called twice. */
  end(): Promise<void>;
}

export type ContainerOpening = { ok: true; container: OpenContainer } | { ok: false; call: ProcessResult };

/** A start takes a second; an engine that was itself just started needs longer. */
const START_SECONDS = 120;

/**
 * Starts an idle container. Its first process cannot be ended from inside, and reaps orphans. It has no privileges, never pulls
 * its image, and ends when we end, however that happens.
 */
export async function openContainer(client: ContainerClient, setup: ContainerSetup): Promise<ContainerOpening> {
  await sweepOrphans(client);
  const name = ownedName(setup.purpose);
  // Working directory of podman's monitor for the life of the container; it leaves a file `oom` there.
  const engineFolder = openOwnedFolder("engine");
  const forget = watchContainer({ client, name });
  let ended: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    await removeContainers(client, [name]);
    await engineFolder.remove();
    forget();
  };
  const endOnce = (): Promise<void> => {
    ended ??= end();
    return ended;
  };
  const call = await supervise(
    { program: clientProgram(client), cwd: engineFolder.path, args: startArguments(setup, name), env: client.env },
    { limits: { seconds: START_SECONDS, outputBytes: 1024 * 1024 }, signal: setup.signal },
  );
  if (!succeeded(call)) {
    await endOnce();
    return { ok: false, call };
  }
  const container: OpenContainer = {
    name,
    execute: (execution) =>
      supervise(
        {
          program: clientProgram(client),
          cwd: engineFolder.path,
          args: executionArguments(execution, name),
          env: { ...client.env, ...execution.secrets },
          // Ending the client leaves the command running; only this ends it.
          async cleanUp(endedByItself) {
            if (!endedByItself) await endOnce();
          },
        },
        execution,
      ),
    ending: () =>
      ended
        ? Promise.resolve("ended_by_us")
        : findEnding((args) => runClient(client, args, { seconds: 60 }), name, engineFolder.path),
    end: endOnce,
  };
  return { ok: true, container };
}

/** Sleeps again when something inside ends a sleep, as `pkill sleep` often does. Code 137 is left to kills from outside. */
const SLEEPS = 9;

function startArguments({ purpose, image, user, options, seconds }: ContainerSetup, name: string): string[] {
  const rounds = Array.from({ length: SLEEPS }, (_, index) => index + 1).join(" ");
  return [
    ...["run", "--detach", "--pull=never", `--name=${name}`, `--label=${LABEL}=${purpose}`, `--user=${user}`],
    ...[...LEAST_PRIVILEGES, ...options, "--entrypoint=sh", image],
    ...["-c", `for _ in ${rounds}; do sleep ${Math.ceil(seconds)}; done; exit 7`],
  ];
}

function executionArguments({ workdir, settings, secrets, command, stdin }: Execution, name: string): string[] {
  return [
    ...["exec", ...(stdin === undefined ? [] : ["--interactive"]), ...(workdir ? [`--workdir=${workdir}`] : [])],
    ...environmentOptions(settings, secrets),
    ...[name, ...command],
  ];
}
