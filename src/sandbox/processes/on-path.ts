import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** The program that a name stands for, as an absolute path; null when there is none that can be executed. */
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
