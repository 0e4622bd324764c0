import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type WrittenFiles = { ok: true; written: string[] } | { ok: false; message: string };

/** Writes files below a folder. Overwrites nothing: if one of them exists, none is written. */
export function writeNewFiles(folder: string, files: ReadonlyMap<string, string | Buffer>): WrittenFiles {
  if (isTaken(folder) && lstatSync(folder).isFile()) return { ok: false, message: `${folder} is not a directory` };
  const taken = [...files.keys()].filter((path) => isTaken(join(folder, path)));
  if (taken.length > 0) {
    const more = taken.length > 3 ? ` and ${taken.length - 3} more` : "";
    return {
      ok: false,
      message: `${taken.slice(0, 3).join(", ")}${more} already there in ${folder}; nothing was changed`,
    };
  }
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content, { flag: "wx" });
    }
  } catch (error) {
    return { ok: false, message: `${folder} cannot be written: ${(error as Error).message}` };
  }
  return { ok: true, written: [...files.keys()].sort() };
}

export function isTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A path below a file cannot exist; writing there will report the problem.
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return false;
    throw error;
  }
}
