import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { projectRoot } from "../../support/project-root.ts";

export interface RealOpenClaw {
  image: string;
  /** Environment for podman: it finds Node and OpenClaw through CONTAINERS_CONF. */
  env: Record<string, string | undefined>;
}

/** The real OpenClaw in a podman image; fetched the first time, which takes about two minutes. */
export async function realOpenClaw(): Promise<RealOpenClaw> {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/openclaw-image.mjs"], { cwd: projectRoot });
  const { image, containers_conf } = JSON.parse(stdout);
  return { image, env: { ...process.env, CONTAINERS_CONF: containers_conf } };
}

/** Containers of this process that are still there, running or not. */
export async function containersLeft(env: Record<string, string | undefined>): Promise<string[]> {
  const words = ["ps", "-a", "--filter", "label=assay.runner=openclaw", "--format", "{{.Names}}"];
  const { stdout } = await promisify(execFile)("podman", words, { env: env as NodeJS.ProcessEnv });
  return stdout.split("\n").filter((name) => name.includes(`-${process.pid}-`));
}
