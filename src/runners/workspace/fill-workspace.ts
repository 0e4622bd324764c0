import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { chmod, mkdir, open, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { GivenEntry, GivenFiles } from "../../config/index.ts";
import type { PlannedFile } from "../request/planned-workspace.ts";

export type FilledWorkspace =
  | { ok: true }
  /** `changed`: a file differs from the planned one. `blocked`: something else is in its place. */
  | { ok: false; fault: "changed" | "blocked"; problem: string };

const CHUNK_BYTES = 1024 ** 2;

/**
 * Copies a case's files into a workspace, replacing files of the same names. Hashes every file while copying, so that a trial
 * never runs with other bytes than planned.
 */
export async function fillWorkspace(
  planned: readonly PlannedFile[],
  given: GivenFiles | undefined,
  folder: string,
): Promise<FilledWorkspace> {
  const sources = sourcesOf(given);
  for (const file of planned)
    try {
      const target = join(folder, file.path);
      await mkdir("folder" in file ? target : dirname(target), { recursive: true });
      if ("folder" in file) continue;
      await rm(target, { force: true });
      if ("link" in file) await symlink(file.link, target);
      else if ((await copyHashing(sources.get(file.path), target)) !== file.sha256) return changed(file.path);
      else await chmod(target, file.mode);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "EACCES" || code === "ELOOP") return changed(file.path);
      if (code !== "EEXIST" && code !== "ENOTDIR" && code !== "ERR_FS_EISDIR" && code !== "EISDIR") throw error;
      return { ok: false, fault: "blocked", problem: `${file.path} cannot be put into the workspace: ${message}` };
    }
  return { ok: true };
}

function changed(path: string): FilledWorkspace {
  const problem = `${path}, which the case gives to its subject, changed while the campaign was running; run again to use it as it is now`;
  return { ok: false, fault: "changed", problem };
}

/** Maps each given file to its source, for thousands of trials. */
function sourcesOf(given: GivenFiles | undefined): ReadonlyMap<string, string> {
  if (given === undefined) return new Map();
  const isFile = (entry: GivenEntry) => entry.kind === "file";
  const found = known.get(given) ?? new Map(given.entries.filter(isFile).map(({ path, from }) => [path, from]));
  known.set(given, found);
  return found;
}

const known = new WeakMap<GivenFiles, Map<string, string>>();

/** The SHA-256 of the copied bytes; null unless it is a regular file. */
async function copyHashing(source: string | undefined, target: string): Promise<string | null> {
  if (source === undefined) return null;
  const from = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await from.stat()).isFile()) return null;
    const to = await open(target, "wx");
    try {
      const hash = createHash("sha256");
      const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, (await from.stat()).size + 1));
      for (;;) {
        const { bytesRead } = await from.read(buffer, 0, buffer.length, null);
        if (bytesRead === 0) return hash.digest("hex");
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        await to.writeFile(chunk);
      }
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
