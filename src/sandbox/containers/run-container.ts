import { ownedName } from "../../files/index.ts";
import type { ProcessResult } from "../processes/process-result.ts";
import { type Bounds, supervise } from "../processes/supervise.ts";
import { type ContainerClient, clientProgram } from "./client.ts";
import { withEngineFolder } from "./engine-folder.ts";
import { environmentOptions, LEAST_PRIVILEGES } from "./least-privileges.ts";
import { LABEL, removeContainers, sweepOrphans, watchContainer } from "./leftovers.ts";

/** One command in a container of its own. */
export interface ContainerRun extends Bounds {
  /** Part of the container's name and its label: `sandbox`, `openclaw`. */
  purpose: string;
  image: string;
  /** `uid:gid` inside the container. */
  user: string;
  /** Options of `run` beyond those of all our containers: mounts, limits, network. */
  options: string[];
  /** Environment inside, passed in clear text. */
  settings?: Record<string, string>;
  /** Environment inside, passed by name only, so that no value appears on a command line or in a file. */
  secrets?: Record<string, string>;
  command: string[];
}

/**
 * Runs a container to its end. It has no privileges, never pulls its image (a pull would use up the command's time), and on
 * timeout the container ends, not only its client. The first call removes leftovers of killed processes of this machine.
 */
export async function runContainer(client: ContainerClient, run: ContainerRun): Promise<ProcessResult> {
  await sweepOrphans(client);
  const container = { client, name: ownedName(run.purpose) };
  const forget = watchContainer(container);
  try {
    return await withEngineFolder((cwd) =>
      supervise(
        {
          program: clientProgram(client),
          cwd,
          args: runArguments(run, container.name),
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

function runArguments(run: ContainerRun, name: string): string[] {
  return [
    ...["run", "--rm", "--pull=never", `--name=${name}`, `--label=${LABEL}=${run.purpose}`, `--user=${run.user}`],
    ...[...LEAST_PRIVILEGES, ...run.options, ...environmentOptions(run.settings, run.secrets)],
    ...[run.image, ...run.command],
  ];
}
