import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callCli } from "./call-cli.ts";
import { isOrphan, OWNER } from "./owner.ts";

export const LABEL = "assay.runner=openclaw";

interface LiveContainer {
  cli: string;
  name: string;
  env: Record<string, string | undefined>;
}

const liveFolders = new Set<string>();
const liveContainers = new Set<LiveContainer>();
const sweptClis = new Set<string>();

/** A temporary folder that is gone when the process ends, or, if the process was killed, when the next one starts. */
export async function openRunFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `assay-openclaw-${OWNER}-`));
  liveFolders.add(path);
  cleanUpOnExit();
  const remove = async () => {
    await removeFolder(path);
    liveFolders.delete(path);
  };
  return { path, remove };
}

/** Notes a container as ours for the time it runs. */
export function watchContainer(container: LiveContainer): { remove: () => Promise<void>; forget: () => void } {
  liveContainers.add(container);
  cleanUpOnExit();
  return {
    remove: async () => {
      await callCli(container.cli, ["rm", "-f", container.name], { env: container.env, seconds: 60 });
    },
    forget: () => void liveContainers.delete(container),
  };
}

/** Removes what killed processes of this machine left: once per process and client, before its first container. */
export async function sweepOrphans(cli: string, env: Record<string, string | undefined>): Promise<string[]> {
  if (sweptClis.has(cli)) return [];
  sweptClis.add(cli);
  const list = await callCli(cli, ["ps", "-a", "--filter", `label=${LABEL}`, "--format", "{{.Names}}"], {
    env,
    seconds: 60,
  });
  const containers = list.stdout.split(/\s+/).filter(isOrphan);
  if (containers.length > 0) await callCli(cli, ["rm", "-f", ...containers], { env, seconds: 120 });
  const folders = (await readdir(tmpdir())).filter(isOrphan);
  for (const folder of folders) await removeFolder(join(tmpdir(), folder));
  return [...containers, ...folders];
}

/** An agent may have taken away the permission to empty its folders. */
async function removeFolder(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  await remove().catch(async () => {
    await makeWritable(path);
    await remove().catch(() => {});
  });
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => {});
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
}

let registered = false;

function cleanUpOnExit(): void {
  if (registered) return;
  registered = true;
  // Covers `process.exit` and uncaught exceptions; only a synchronous end is possible there.
  process.on("exit", () => {
    for (const { cli, name, env } of liveContainers)
      spawnSync(cli, ["rm", "-f", name], { env: env as NodeJS.ProcessEnv, stdio: "ignore", timeout: 20_000 });
    for (const folder of liveFolders) rmSync(folder, { recursive: true, force: true });
  });
}
