import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { basename, resolve } from "node:path";
import { inEngineFolder } from "./engine-folder.ts";
import { FILE_SIZE_LIMIT, INSIDE_TMP, INSIDE_WORKSPACE, insideEnvironment } from "./layout.ts";
import { asLentUser } from "./lent-user.ts";
import { supervise } from "./supervise.ts";
import type { Sandbox, SandboxCommand, SandboxResult } from "./types.ts";

/** Has a shell, the usual commands, Python and Node, so that commands and hooks find what they find elsewhere. */
export const DEFAULT_IMAGE = "docker.io/library/node:22-bookworm";

export interface ContainerSettings {
  /** Absolute path of `docker` or `podman`. */
  program: string;
  image: string;
  /** Our environment: the client finds its daemon and its settings by it. Nothing of it enters the container. */
  env: Record<string, string | undefined>;
}

/** A fresh container per command, with nothing of the host in it but the trial's folders. */
export function container(settings: ContainerSettings): Sandbox {
  const env = Object.fromEntries(
    Object.entries(settings.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return {
    kind: "container",
    run: (command) =>
      asLentUser(command, (user) =>
        inEngineFolder(async (cwd) => {
          const name = `assay-sandbox-${process.pid}-${randomBytes(6).toString("hex")}`;
          const launch = {
            program: settings.program.includes("/") ? resolve(settings.program) : settings.program,
            cwd,
            args: ["run", ...runOptions(settings, command, { name, user })],
            env,
            // Ending the client leaves the container running; only this ends it.
            async cleanUp(endedByItself: boolean) {
              if (!endedByItself) await removeContainer(settings.program, name, env);
            },
          };
          return withEngineFailure(await supervise(launch, command));
        }),
      ),
  };
}

function runOptions(
  { program, image }: ContainerSettings,
  command: SandboxCommand,
  { name, user }: { name: string; user: number | null },
): string[] {
  const [first, ...rest] = command.argv;
  const { limits } = command;
  const owner = user === null ? `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}` : `${user}:${user}`;
  // Without root, podman maps our own user id only when asked to; docker has no such mapping.
  const mapping = user === null && basename(program).startsWith("podman") ? ["--userns=keep-id"] : [];
  return [
    ...["--rm", "--interactive", "--pull=never", `--name=${name}`, "--hostname=sandbox", `--user=${owner}`, ...mapping],
    ...["--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--security-opt=label=disable"],
    ...(command.network ? [] : ["--network=none"]),
    ...[`--pids-limit=${limits.processes}`, `--ulimit=nproc=${limits.processes}:${limits.processes}`],
    ...[`--memory=${limits.memoryBytes}`, `--memory-swap=${limits.memoryBytes}`, "--shm-size=64m"],
    ...[`--ulimit=fsize=${FILE_SIZE_LIMIT}`, "--ulimit=core=0", "--ulimit=nofile=1024:1024"],
    ...["--mount", mount(command.workspace, INSIDE_WORKSPACE), "--mount", mount(command.tmp, INSIDE_TMP)],
    ...(command.readOnly ?? []).flatMap(({ host, inside }) => ["--mount", mount(host, inside, ["readonly"])]),
    ...Object.entries(insideEnvironment(command.env)).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
    ...[`--workdir=${INSIDE_WORKSPACE}`, `--entrypoint=${first}`, image, ...rest],
  ];
}

/** The option is a line of CSV, so a path may hold commas if it is quoted. */
function mount(host: string, inside: string, options: string[] = []): string {
  const field = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return ["type=bind", `src=${host}`, `dst=${inside}`, ...options].map(field).join(",");
}

/** 125 is the client's own: there was no container. */
function withEngineFailure(result: SandboxResult): SandboxResult {
  if (result.outcome !== "exited" || result.exit_code !== 125 || !/^(docker|Error)\b/m.test(result.stderr))
    return result;
  return { ...result, outcome: "could_not_start", message: result.stderr.trim().slice(0, 500) };
}

/** First `kill`: before it removes a container, `podman rm -f` waits ten seconds for it to end by itself. */
async function removeContainer(program: string, name: string, env: Record<string, string>): Promise<void> {
  for (const words of [
    ["kill", name],
    ["rm", "-f", name],
  ])
    await new Promise<void>((resolve) => {
      const child = spawn(program, words, { env, stdio: "ignore", timeout: 60_000 });
      child.once("error", () => resolve());
      child.once("close", () => resolve());
    });
}
