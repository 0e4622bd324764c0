import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** Resolves a program name to an absolute path; null if there is no executable. */
export function onPath(program: string, env: Record<string, string | undefined>): string | null {
  const folders = program.startsWith("/") ? [""] : (env.PATH ?? "/usr/local/bin:/usr/bin:/bin").split(":");
  const paths = folders.map((folder) => (folder === "" ? program : join(folder, program)));
  return paths.find((path) => path.startsWith("/") && isExecutable(path)) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
