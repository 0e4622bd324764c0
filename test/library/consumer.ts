import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { packOnce } from "../support/pack-once.ts";
import { projectRoot } from "../support/project-root.ts";

const run = promisify(execFile);

/**
 * Makes a folder a project that has installed Assay: the packed files, and beside them what package.json names as dependencies. Nothing
 * is fetched, and nothing else of this repository can be reached.
 */
export async function installAssay(folder: string): Promise<void> {
  const installed = join(folder, "node_modules", "assay");
  mkdirSync(installed, { recursive: true });
  await run("tar", ["-xzf", (await packOnce()).tarball, "--strip-components=1"], { cwd: installed });
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    const link = join(installed, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(projectRoot, "node_modules", name), link);
  }
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify({ name: "consumer", private: true, type: "module" })}\n`,
  );
}

/** Runs a program in a folder, as a user would. Its environment has no keys. */
export async function runProgram(folder: string, file: string): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1" };
  return await run(process.execPath, [file], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
}

/** The compiler's output for a project's files; empty when all is well. */
export async function typeCheck(folder: string, compilerOptions: Record<string, unknown>): Promise<string> {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const compiler = join(projectRoot, "node_modules", ".bin", "tsc");
  return await run(compiler, ["-p", "."], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
}
