import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A folder for a container engine's client to stand in. Podman's monitor writes a file `oom` into its working directory
 * when a container runs out of memory; it must land neither in the user's folder nor in the subject's.
 */
export async function inEngineFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "assay-engine-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Also when a second Ctrl-C ends the process here and now.
  process.once("exit", remove);
  try {
    return await use(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
}
