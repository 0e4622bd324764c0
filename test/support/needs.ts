import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * For tests that need a program of the system: false where it is there, else a loud line on stderr and true.
 * In CI a missing program is a failure, because there our own set-up has to have installed it.
 *
 * @example describe.skipIf(lacks("bwrap", "bubblewrap"))("bubblewrap", () => { … })
 */
export function lacks(command: string, packageName = command): boolean {
  const found = (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, command)));
  if (found) return false;
  if (process.env.CI === "true") throw new Error(`needs ${packageName}, which set-up should have installed`);
  process.stderr.write(`skipped: needs ${packageName}\n`);
  return true;
}
