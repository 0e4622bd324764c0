import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "./project-root.ts";

const run = promisify(execFile);

/** The package as npm would ship it: the tarball, and beside it what is in it, with its dependencies. */
export interface Packed {
  tarball: string;
  /** The contents of the tarball. */
  package: string;
  /** Has an `assay` in it that is the packed one. */
  binFolder: string;
}

/** Packs what is built, once for all tests of a run. */
export async function packOnce(): Promise<Packed> {
  const folder = packedFolder();
  const tarball = tarballIn(folder) ?? (await packInto(folder));
  return { tarball, package: join(folder, "package"), binFolder: join(folder, "bin") };
}

async function packInto(folder: string): Promise<string> {
  const own = mkdtempSync(join(tmpdir(), "assay-packing-"));
  // dist/ is built already; packing must not build it again under the feet of the other tests.
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", own];
  await run("npm", words, { cwd: projectRoot });
  await run("tar", ["xzf", tarballIn(own)!, "-C", own]);
  symlinkSync(join(projectRoot, "node_modules"), join(own, "package", "node_modules"));
  mkdirSync(join(own, "bin"));
  const program = `#!/bin/sh\nexec "${process.execPath}" "\${0%/*}/../package/dist/cli.js" "$@"\n`;
  writeFileSync(join(own, "bin", "assay"), program, { mode: 0o755 });
  try {
    renameSync(own, folder);
  } catch {
    // Another test was faster, and its tarball is as good.
    rmSync(own, { recursive: true, force: true });
  }
  return tarballIn(folder)!;
}

/** Called by the process that started the run. */
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
