import { rmSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOrphan, ownedPrefix } from "./owner.ts";

export interface OwnedFolder {
  path: string;
  remove: () => Promise<void>;
}

const live = new Set<string>();

/** A temporary folder that is gone when the process ends, or, if the process was killed, when the next one sweeps. */
export async function openOwnedFolder(purpose: string): Promise<OwnedFolder> {
  const path = await mkdtemp(join(tmpdir(), ownedPrefix(purpose)));
  live.add(path);
  removeOnExit();
  const remove = async () => {
    await removeFolder(path);
    live.delete(path);
  };
  return { path, remove };
}

/** Removes the folders that killed processes of this machine left. */
export async function sweepFolders(): Promise<void> {
  const orphans = (await readdir(tmpdir())).filter(isOrphan);
  for (const folder of orphans) await removeFolder(join(tmpdir(), folder));
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

/** Also when a second Ctrl-C ends the process here and now, or an exception does. */
function removeOnExit(): void {
  if (registered) return;
  registered = true;
  process.on("exit", () => {
    for (const folder of live) rmSync(folder, { recursive: true, force: true });
  });
}
