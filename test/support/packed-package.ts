import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { packOnce } from "./pack-once.ts";
import { projectRoot } from "./project-root.ts";

const run = promisify(execFile);

export interface PackedPackage {
  /** What `npm pack` called it. */
  tarball: string;
  /** Has `assay` in it, for a PATH. */
  binFolder: string;
  /** What was built, as it is in the package. */
  dist: string;
  /** Runs a script in a shell as a user has it: `assay` is the packed one, and there is no key. */
  shell: (script: string, cwd: string) => Promise<{ code: number; stdout: string; stderr: string }>;
  remove: () => void;
}

/** The package as npm would ship it, with what it depends on beside it. */
export async function packPackage(): Promise<PackedPackage> {
  const folder = mkdtempSync(join(tmpdir(), "assay-packed-"));
  const tarball = await packOnce();
  await run("tar", ["xzf", tarball, "-C", folder]);
  await run("ln", ["-s", join(projectRoot, "node_modules"), join(folder, "package", "node_modules")]);
  const shim = join(folder, "bin");
  mkdirSync(shim);
  const dist = join(folder, "package", "dist");
  const cli = join(dist, "cli.js");
  writeFileSync(join(shim, "assay"), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`, { mode: 0o755 });
  return {
    tarball: basename(tarball),
    binFolder: shim,
    dist,
    shell: async (script, cwd) => {
      const env = { PATH: `${shim}:${process.env.PATH}`, HOME: cwd, NO_COLOR: "1" };
      try {
        return { code: 0, ...(await run("sh", ["-ec", script], { cwd, env, maxBuffer: 64 * 1024 * 1024 })) };
      } catch (error) {
        return error as { code: number; stdout: string; stderr: string };
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
