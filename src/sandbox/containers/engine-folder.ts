import { openOwnedFolder } from "../../files/index.ts";

/**
 * A folder for a container engine's client to stand in. Podman's monitor writes a file `oom` into its working directory
 * when a container runs out of memory; it must land neither in the user's folder nor in the subject's.
 */
export async function inEngineFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = openOwnedFolder("engine");
  try {
    return await use(folder.path);
  } finally {
    await folder.remove();
  }
}
