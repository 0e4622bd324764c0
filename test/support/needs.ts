import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";

/**
 * For tests that need a program of the system: false where it is there, else a loud line on stderr and true.
 * In CI a missing program is a failure, because there our own set-up has to have installed it.
 *
 * @example describe.skipIf(lacks("bwrap", "bubblewrap"))("bubblewrap", () => { … })
 */
export function lacks(command: string, packageName = command): boolean {
  const found = (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, command)));
  return !found && skipped(packageName);
}

/** For tests that compare with a file that a package of the system brings; a machine of another kind does not have it. */
export function lacksFile(path: string, packageName: string): boolean {
  if (existsSync(path)) return false;
  process.stderr.write(`skipped: needs ${path} (package ${packageName})\n`);
  return true;
}

/** For tests that act as several users. */
export function lacksRoot(): boolean {
  return process.getuid?.() !== 0 && skipped("root");
}

/** For tests that load an image with files of several users: as an ordinary user podman needs subordinate ids for that. */
export function lacksSubordinateIds(): boolean {
  const { uid, username } = userInfo();
  if (uid === 0) return false;
  const granted = existsSync("/etc/subuid") ? readFileSync("/etc/subuid", "utf8").split("\n") : [];
  const has = granted.some((line) => line.startsWith(`${username}:`) || line.startsWith(`${uid}:`));
  return !has && skipped("root, or a line for this user in /etc/subuid");
}

function skipped(what: string): true {
  if (process.env.CI === "true") throw new Error(`needs ${what}, which set-up should have provided`);
  process.stderr.write(`skipped: needs ${what}\n`);
  return true;
}
