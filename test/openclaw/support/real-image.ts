import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cannot } from "../../support/needs.ts";
import { projectRoot } from "../../support/project-root.ts";

export interface RealOpenClaw {
  image: string;
  /** Environment for podman: it finds Node and OpenClaw through CONTAINERS_CONF. */
  env: Record<string, string | undefined>;
  /** agent.yaml for the same OpenClaw in the sandbox. */
  inSandbox: { program: string; host_folders: string[]; environment: Record<string, string> };
}

/**
 * The real OpenClaw in a podman image; fetched the first time, which takes about two minutes. Without a network to fetch
 * it from, null; in CI that is a failure.
 */
export async function realOpenClaw(version = "2026.9.6"): Promise<RealOpenClaw | null> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["scripts/openclaw-image.mjs", version], {
      cwd: projectRoot,
    });
    const { image, containers_conf, program, folders, node_folder } = JSON.parse(stdout);
    const environment = { PATH: `${node_folder}:/usr/bin:/bin` };
    return {
      image,
      env: { ...process.env, CONTAINERS_CONF: containers_conf },
      inSandbox: { program, host_folders: folders, environment },
    };
  } catch (error) {
    cannot("agents", `${(error as Error).message.trim().split("\n").at(-1)}`);
    return null;
  }
}

/** Containers of this process that are still there, running or not. */
export async function containersLeft(env: Record<string, string | undefined>): Promise<string[]> {
  const words = ["ps", "-a", "--filter", "label=assay.container=openclaw", "--format", "{{.Names}}"];
  const { stdout } = await promisify(execFile)("podman", words, { env: env as NodeJS.ProcessEnv });
  return stdout.split("\n").filter((name) => name.includes(`-${process.pid}-`));
}
