import { readlinkSync, realpathSync, symlinkSync, unlinkSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** Rewrites a link between the subject's folders, known to it as /workspace and /tmp, to a path that is valid here. */
export function relinkInside(root: string, path: string): void {
  const target = readlinkSync(join(root, path));
  const [, folder] = /^\/(workspace|tmp)(?:\/|$)/.exec(target) ?? [];
  if (folder === undefined || !/^(?:workspace|tmp)\//.test(path)) return;
  unlinkSync(join(root, path));
  symlinkSync(relative(dirname(path), target.slice(1)), join(root, path));
}

/** Returns whether a link leads to something in its own folder. */
export function staysInside(root: string, path: string): boolean {
  try {
    if (readlinkSync(join(root, path)).startsWith("/")) return false;
    return realpathSync(join(root, path)).startsWith(root + sep);
  } catch {
    return false;
  }
}
