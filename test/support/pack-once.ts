import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "./project-root.ts";

/** The tarball that `npm pack` makes of what is built, as a path; packed once for all tests of a run, by the first who asks. */
export async function packOnce(): Promise<string> {
  const folder = packedFolder();
  const packed = tarballIn(folder);
  if (packed) return packed;
  const own = mkdtempSync(join(tmpdir(), "assay-packing-"));
  // dist/ is built already; packing must not build it again under the feet of the other tests.
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", own];
  await promisify(execFile)("npm", words, { cwd: projectRoot });
  try {
    renameSync(own, folder);
  } catch {
    // Another test was faster, and its tarball is as good.
    rmSync(own, { recursive: true, force: true });
  }
  return tarballIn(folder)!;
}

/** For whoever started the run. */
export function removePacked(): void {
  rmSync(packedFolder(), { recursive: true, force: true });
}

/** One folder a run, under the process that built. */
function packedFolder(): string {
  return join(tmpdir(), `assay-packed-once-${process.env.ASSAY_BUILT_BY_PROCESS}`);
}

function tarballIn(folder: string): string | null {
  mkdirSync(folder, { recursive: true });
  const name = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  return name === undefined ? null : join(folder, name);
}
