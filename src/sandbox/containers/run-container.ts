import { ownedName } from "../../files/index.ts";
import type { ProcessResult } from "../processes/process-result.ts";
import { type Bounds, supervise } from "../processes/supervise.ts";
import { type ContainerClient, programOf } from "./client.ts";
import { inEngineFolder } from "./engine-folder.ts";
import { environmentWords, LEAST_PRIVILEGES } from "./least-privileges.ts";
import { LABEL, removeContainers, sweepOrphans, watchContainer } from "./leftovers.ts";

/** One command in a container of its own. */
export interface ContainerRun extends Bounds {
  /** Part of the container's name and its label: `sandbox`, `openclaw`. */
  purpose: string;
  image: string;
  /** `uid:gid` inside the container. */
  user: string;
  /** Words for `run` beyond those that every container of ours has: mounts, limits, network. */
  words: string[];
  /** Environment inside, set in the clear. */
  settings?: Record<string, string>;
  /** Environment inside, handed over by name only, so that no value is seen on a command line or in a file. */
  secrets?: Record<string, string>;
  command: string[];
}

/**
 * Starts a container and waits for it. It has no privileges, its image is never pulled here (a pull would eat up the
 * command's time), and when time is up the container ends, not only its client. Before the first one, what killed
 * processes of this machine left is removed.
 */
export async function runContainer(client: ContainerClient, run: ContainerRun): Promise<ProcessResult> {
  await sweepOrphans(client);
  const container = { client, name: ownedName(run.purpose) };
  const forget = watchContainer(container);
  try {
    return await inEngineFolder((cwd) =>
      supervise(
        {
          program: programOf(client),
          cwd,
          args: runWords(run, container.name),
          env: { ...client.env, ...run.secrets },
          // Ending the client leaves the container running; only this ends it.
          async cleanUp(endedByItself) {
            if (!endedByItself) await removeContainers(client, [container.name]);
          },
        },
        run,
      ),
    );
  } finally {
    forget();
  }
}

function runWords(run: ContainerRun, name: string): string[] {
  return [
    ...["run", "--rm", "--pull=never", `--name=${name}`, `--label=${LABEL}=${run.purpose}`, `--user=${run.user}`],
    ...[...LEAST_PRIVILEGES, ...run.words, ...environmentWords(run.settings, run.secrets)],
    ...[run.image, ...run.command],
  ];
}
