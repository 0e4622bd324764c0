import { boundsOf, insideEnvironment } from "./layout.ts";
import { supervise } from "./processes/supervise.ts";
import type { Sandbox } from "./types.ts";

/**
 * No sandbox: the command runs on the host as the user of Assay, and only because the run profile says so explicitly. It still
 * gets a short environment and limits on time and output, and is cleaned up afterwards.
 */
export function unsafeHost(hostEnv: Record<string, string | undefined>): Sandbox {
  return {
    kind: "unsafe_host",
    run(command) {
      const [program = "", ...args] = command.argv;
      const places = { HOME: command.workspace, TMPDIR: command.tmp, ...(hostEnv.PATH ? { PATH: hostEnv.PATH } : {}) };
      return supervise(
        {
          program,
          args,
          cwd: command.workspace,
          env: insideEnvironment({ ...places, ...command.env }),
          endsWithUs: "with_orphans",
        },
        boundsOf(command),
      );
    },
  };
}
