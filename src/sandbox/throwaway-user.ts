import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { lchown, readdir } from "node:fs/promises";
import { join } from "node:path";
import { supervise } from "./processes/supervise.ts";
import type { SandboxCommand, SandboxResult } from "./types.ts";

/** Number of calls using each workspace: a model may request several at once. */
const inUse = new Map<string, number>();

/**
 * Runs a command as an otherwise unused user id, one per trial, when Assay runs as root, because root is exempt from the kernel's
 * process limit and may read anything a mistake leaves visible. Gives that user the trial's folders for the call. Otherwise
 * passes `run` null: the command runs as us.
 */
export async function runAsThrowawayUser(
  { workspace, tmp }: SandboxCommand,
  run: (user: number | null) => Promise<SandboxResult>,
): Promise<SandboxResult> {
  if (process.getuid?.() !== 0) return run(null);
  const user = unusedUser(workspace);
  inUse.set(workspace, (inUse.get(workspace) ?? 0) + 1);
  try {
    await changeOwner(user, [workspace, tmp]);
    return await run(user);
  } finally {
    const others = (inUse.get(workspace) ?? 1) - 1;
    if (others > 0) inUse.set(workspace, others);
    else {
      inUse.delete(workspace);
      await changeOwner(0, [workspace, tmp]);
    }
  }
}

/** A user id far from those that systems assign, the same for all calls in one workspace. */
function unusedUser(workspace: string): number {
  const hash = createHash("sha256").update(workspace).digest().readUInt32BE();
  // In a container only some ids may exist; 65,536 are always available.
  return mappedUsers() >= 2 ** 31 ? 0x6000_0000 + (hash % 0x0fff_ffff) : 30_000 + (hash % 30_000);
}

function mappedUsers(): number {
  try {
    return Number(readFileSync("/proc/self/uid_map", "utf8").trim().split(/\s+/)[2]);
  } catch {
    return 65_536;
  }
}

/** Uses a program that descends step by step if a command nested folders deeper than a path can name. */
async function changeOwner(user: number, paths: string[]): Promise<void> {
  try {
    await changeEachOwner(user, paths);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENAMETOOLONG") throw error;
    const args = ["-h", "-R", "-P", `${user}:${user}`, "--", ...paths];
    const limits = { seconds: 60, outputBytes: 1000 };
    await supervise({ program: "chown", args, env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } }, { limits });
  }
}

/** `lchown` never follows a symlink, so nothing outside can change owner. Entries deleted meanwhile are skipped. */
async function changeEachOwner(user: number, paths: string[]): Promise<void> {
  for (const path of paths) {
    await lchown(path, user, user).catch(ignoreGone);
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) await changeEachOwner(user, [inner]);
      else await lchown(inner, user, user).catch(ignoreGone);
    }
  }
}

function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
