import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { InputError } from "../../errors/index.ts";
import { refuseFolder } from "./refuse-folder.ts";

/** Reads a whole input file; throws an error that names a missing file or a folder. */
export async function readInputFile(file: string, cwd: string): Promise<string> {
  refuseFolder(file, cwd);
  return await readFile(resolve(cwd, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      `${file}: ${error.code === "ENOENT" ? "there is no such file" : error.message}`,
      { path: file },
      { cause: error },
    );
  });
}
