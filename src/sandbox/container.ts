import type { ContainerClient } from "./containers/client.ts";
import { type ContainerUser, findContainerUser } from "./containers/container-user.ts";
import { runContainer } from "./containers/run-container.ts";
import { boundsOf, FILE_SIZE_LIMIT, INSIDE_TMP, INSIDE_WORKSPACE, insideEnvironment } from "./layout.ts";
import { runAsThrowawayUser } from "./throwaway-user.ts";
import type { Sandbox, SandboxCommand, SandboxResult } from "./types.ts";

/** Has a shell, the usual commands, Python and Node, so that commands and hooks find what they find elsewhere. */
export const DEFAULT_IMAGE = "docker.io/library/node:22-bookworm";

/** A fresh container per command, containing nothing of the host but the trial's folders. */
export function container(client: ContainerClient, image: string): Sandbox {
  return {
    kind: "container",
    run: (command) =>
      runAsThrowawayUser(command, async (lent) => {
        const inside = lent === null ? await findContainerUser(client) : { user: `${lent}:${lent}`, options: [] };
        const [entrypoint, ...rest] = command.argv;
        const result = await runContainer(client, {
          purpose: "sandbox",
          image,
          user: inside.user,
          options: [...runOptions(command, inside), `--entrypoint=${entrypoint}`],
          settings: insideEnvironment(command.env),
          command: rest,
          ...boundsOf(command),
          // The engine enforces the memory limit; the container's processes are not our descendants.
          limits: { ...command.limits, memoryBytes: undefined },
        });
        return withEngineFailure(result);
      }),
  };
}

function runOptions(command: SandboxCommand, inside: ContainerUser): string[] {
  const { limits } = command;
  return [
    ...["--interactive", "--hostname=sandbox", "--read-only", "--security-opt=label=disable", ...inside.options],
    ...(command.network ? [] : ["--network=none"]),
    ...[`--pids-limit=${limits.processes}`, `--ulimit=nproc=${limits.processes}:${limits.processes}`],
    ...[`--memory=${limits.memoryBytes}`, `--memory-swap=${limits.memoryBytes}`, "--shm-size=64m"],
    ...[`--ulimit=fsize=${FILE_SIZE_LIMIT}`, "--ulimit=core=0", "--ulimit=nofile=1024:1024"],
    ...["--mount", mount(command.workspace, INSIDE_WORKSPACE), "--mount", mount(command.tmp, INSIDE_TMP)],
    ...(command.readOnly ?? []).flatMap(({ host, inside: at }) => ["--mount", mount(host, at, ["readonly"])]),
    `--workdir=${INSIDE_WORKSPACE}`,
  ];
}

/** The option is a line of CSV, so a path with commas must be quoted. */
function mount(host: string, inside: string, options: string[] = []): string {
  const field = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return ["type=bind", `src=${host}`, `dst=${inside}`, ...options].map(field).join(",");
}

/** 125 is the client's own exit code: there was no container. */
function withEngineFailure(result: SandboxResult): SandboxResult {
  if (result.outcome !== "exited" || result.exit_code !== 125 || !/^(docker|Error)\b/m.test(result.stderr))
    return result;
  return { ...result, outcome: "could_not_start", message: result.stderr.trim().slice(0, 500) };
}
