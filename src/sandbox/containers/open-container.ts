import { openOwnedFolder, ownedName } from "../../files/index.ts";
import { type ProcessResult, succeeded } from "../processes/process-result.ts";
import { type Bounds, supervise } from "../processes/supervise.ts";
import { askClient, type ContainerClient, programOf } from "./client.ts";
import { type ContainerEnding, endingOf } from "./ending.ts";
import { environmentWords, LEAST_PRIVILEGES } from "./least-privileges.ts";
import { LABEL, removeContainers, sweepOrphans, watchContainer } from "./leftovers.ts";

/** A container in which several commands are executed, one after the other or at once. */
export interface ContainerSetup {
  /** Part of the container's name and its label: `openclaw`, `agent`. */
  purpose: string;
  image: string;
  /** `uid:gid` inside the container. */
  user: string;
  /** Words for `run` beyond those that every container of ours has: mounts, limits, network. */
  words: string[];
  /** Should nobody end it, it ends by itself, not before this. */
  seconds: number;
  signal?: AbortSignal;
}

/** One command in an open container. */
interface Execution extends Bounds {
  /** Where it stands inside. */
  workdir?: string;
  /** Environment inside, set in the clear. */
  settings?: Record<string, string>;
  /** Environment inside, handed over by name only, so that no value is seen on a command line or in a file. */
  secrets?: Record<string, string>;
  command: string[];
}

interface OpenContainer {
  name: string;
  /** Waits for a command. When its time is up, or anything else ends it early, the whole container ends with all that runs in it. */
  execute(execution: Execution): Promise<ProcessResult>;
  /** Whether the container itself still runs, and if not, who ended it. To be asked before `end`. */
  ending(): Promise<ContainerEnding>;
  /** Ends it with everything that runs in it, and removes it. May be called twice. */
  end(): Promise<void>;
}

export type ContainerOpening = { ok: true; container: OpenContainer } | { ok: false; call: ProcessResult };

/** A start takes a second; an engine that was just started itself needs longer. */
const START_SECONDS = 120;

/**
 * Starts a container that does nothing by itself. Its first process cannot be ended from inside, and collects what others leave.
 * It has no privileges, its image is never pulled here, and it ends when we end, however that happens.
 */
export async function openContainer(client: ContainerClient, setup: ContainerSetup): Promise<ContainerOpening> {
  await sweepOrphans(client);
  const name = ownedName(setup.purpose);
  // Podman's monitor stands in it for as long as the container lives, and leaves a file `oom` there.
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
    { program: programOf(client), cwd: engineFolder.path, args: startWords(setup, name), env: client.env },
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
          program: programOf(client),
          cwd: engineFolder.path,
          args: executionWords(execution, name),
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
        : endingOf((words) => askClient(client, words, { seconds: 60 }), name, engineFolder.path),
    end: endOnce,
  };
  return { ok: true, container };
}

/** Sleeps again when something inside ends a sleep: `pkill sleep` is nothing unusual. Code 137 is left to whoever kills from outside. */
const SLEEPS = 9;

function startWords({ purpose, image, user, words, seconds }: ContainerSetup, name: string): string[] {
  const rounds = Array.from({ length: SLEEPS }, (_, index) => index + 1).join(" ");
  return [
    ...["run", "--detach", "--pull=never", `--name=${name}`, `--label=${LABEL}=${purpose}`, `--user=${user}`],
    ...[...LEAST_PRIVILEGES, ...words, "--entrypoint=sh", image],
    ...["-c", `for _ in ${rounds}; do sleep ${Math.ceil(seconds)}; done; exit 7`],
  ];
}

function executionWords({ workdir, settings, secrets, command, stdin }: Execution, name: string): string[] {
  return [
    ...["exec", ...(stdin === undefined ? [] : ["--interactive"]), ...(workdir ? [`--workdir=${workdir}`] : [])],
    ...environmentWords(settings, secrets),
    ...[name, ...command],
  ];
}
