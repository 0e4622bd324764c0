import { execFile } from "node:child_process";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { packOnce } from "./pack-once.ts";

const run = promisify(execFile);

export interface PackedPackage {
  /** The name given by `npm pack`. */
  tarball: string;
  /** Has `assay` in it, for a PATH. */
  binFolder: string;
  /** The built files, as in the package. */
  dist: string;
  /** Runs a script in a shell as a user has it: `assay` is the packed one, and there is no key. */
  shell: (script: string, cwd: string) => Promise<{ code: number; stdout: string; stderr: string }>;
}

/** The package as npm would ship it, with what it depends on beside it. */
export async function packPackage(): Promise<PackedPackage> {
  const { tarball, package: folder, binFolder } = await packOnce();
  return {
    tarball: basename(tarball),
    binFolder,
    dist: join(folder, "dist"),
    shell: async (script, cwd) => {
      const env = { PATH: `${binFolder}:${process.env.PATH}`, HOME: cwd, NO_COLOR: "1" };
      try {
        return { code: 0, ...(await run("sh", ["-ec", script], { cwd, env, maxBuffer: 64 * 1024 * 1024 })) };
      } catch (error) {
        return error as { code: number; stdout: string; stderr: string };
      }
    },
  };
}
