import { openOwnedFolder } from "../../files/index.ts";

/**
 * Provides a working directory for a container engine's client. Podman's monitor writes a file `oom` there when a container runs
 * out of memory; it must not end up in the user's or the subject's folder.
 */
export async function withEngineFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = openOwnedFolder("engine");
  try {
    return await use(folder.path);
  } finally {
    await folder.remove();
  }
}
