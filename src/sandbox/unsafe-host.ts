import { boundsOf, insideEnvironment } from "./layout.ts";
import { supervise } from "./processes/supervise.ts";
import type { Sandbox } from "./types.ts";

/**
 * No sandbox at all: the command runs on the host as the user who runs Assay, and only because the run profile says so
 * in so many words. It still gets a short environment, the limits on time and output, and is cleared away afterwards.
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
          endsWithUs: "with_strays",
        },
        boundsOf(command),
      );
    },
  };
}
