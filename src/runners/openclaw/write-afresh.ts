import { chown, rm, writeFile } from "node:fs/promises";

/**
 * Writes a file into a folder that belongs to the agent. Whatever lies there is removed first and never written to: it
 * might be a link that the agent left, to a file of the host.
 */
export async function writeAfresh(
  path: string,
  text: string,
  owner: { uid: number; gid: number } | null,
): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await writeFile(path, text, { mode: 0o644, flag: "wx" });
  if (owner) await chown(path, owner.uid, owner.gid);
}
