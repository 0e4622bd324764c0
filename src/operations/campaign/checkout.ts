import { join } from "node:path";
import { NotReadyError, NoWorkspaceError } from "../../errors/index.ts";
import { openOwnedFolder } from "../../files/index.ts";
import { lastLine, onPath, type ProcessResult, succeeded, supervise } from "../../sandbox/index.ts";

/** Temporary folder with the workspace's files from a commit; the caller removes it. */
export interface Checkout {
  /** Workspace inside it. */
  root: string;
  commit: string;
  remove(): Promise<void>;
}

/** Checking out takes as long as the disk, but a filter that waits for input must not block forever. */
const SECONDS = 300;

/**
 * Writes the files of a commit into a new folder, without touching the working tree, index or branches. Null if git is missing or does not
 * know the commit.
 *
 * @throws OperationError when the commit has no workspace, or it cannot be written
 */
export async function checkOut(
  workspace: string,
  reference: string,
  env: Record<string, string | undefined>,
  signal?: AbortSignal,
): Promise<Checkout | null> {
  const program = onPath("git", env);
  if (program === null) return null;
  const gitIn = (folder: string, words: string[], extra: Record<string, string> = {}) =>
    supervise(
      { program, args: ["-C", folder, ...words], env: { ...env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", ...extra } },
      { limits: { seconds: SECONDS, outputBytes: 64 * 1024 }, signal },
    );
  // Arguments after `--end-of-options` are names, whatever they begin with.
  const found = await gitIn(workspace, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${reference}^{commit}`,
  ]);
  const commit = found.stdout.trim();
  if (!succeeded(found) || commit === "") return null;
  const [top = "", prefix = ""] = (
    await gitIn(workspace, ["rev-parse", "--show-toplevel", "--show-prefix"])
  ).stdout.split("\n");
  const folder = openOwnedFolder("base");
  try {
    const [index, root] = [{ GIT_INDEX_FILE: join(folder.path, "index") }, join(folder.path, "files")];
    const read = await gitIn(
      top,
      ["read-tree", prefix === "" ? commit : `${commit}:${prefix.replace(/\/$/, "")}`],
      index,
    );
    if (!succeeded(read))
      throw new NoWorkspaceError(`${reference} has no workspace at ${prefix}: ${told(read)}`, { folder: prefix });
    const written = await gitIn(top, ["checkout-index", "--all", `--prefix=${root}/`], index);
    if (!succeeded(written)) throw new NotReadyError([`git cannot write the files of ${reference}: ${told(written)}`]);
    return { root, commit, remove: folder.remove };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

function told(result: ProcessResult): string {
  return result.message ?? lastLine(result.stderr);
}
