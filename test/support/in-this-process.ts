import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import pico from "picocolors";
import type { runCli } from "../../src/cli/run-cli.ts";
import type { CliResult } from "./assay.ts";
import { projectRoot } from "./project-root.ts";

export interface Surroundings {
  cwd: string;
  env: Record<string, string>;
  stdin: string;
}

let inUse = false;

/** A process has one folder and one environment, so only one call at a time can have it. */
export function isInUse(): boolean {
  return inUse;
}

/**
 * Runs a command of the built CLI in this process, which has the call's folder and environment for that long.
 *
 * @param dist the build whose command it is
 */
export async function runInThisProcess(
  words: string[],
  { cwd, env, stdin }: Surroundings,
  dist = join(projectRoot, "dist"),
): Promise<CliResult> {
  inUse = true;
  const before = { cwd: process.cwd(), env: { ...process.env } };
  const said = { stdout: "", stderr: "" };
  const sayTo = (stream: keyof typeof said) => (text: string) => {
    said[stream] += text.endsWith("\n") ? text : `${text}\n`;
  };
  try {
    process.chdir(cwd);
    becomeEnvironment(env);
    const code = await (await builtCli(dist)).runCli(words, version, {
      out: sayTo("stdout"),
      err: sayTo("stderr"),
      stdin: () => Readable.from([Buffer.from(stdin)]),
      colors: pico.createColors(env.FORCE_COLOR !== undefined && !env.NO_COLOR),
      errColors: pico.createColors(env.FORCE_COLOR !== undefined && !env.NO_COLOR),
      interactive: false,
      columns: 100,
      cwd: process.cwd(),
      env: process.env,
    });
    return { code, signal: null, ...said };
  } finally {
    process.chdir(before.cwd);
    becomeEnvironment(before.env);
    inUse = false;
  }
}

const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));

/** The module that dist/cli.js loads for every command but `--version`. */
function builtCli(dist: string): Promise<{ runCli: typeof runCli }> {
  const [, chunk] = readFileSync(join(dist, "cli.js"), "utf8").match(/import\("(\.\/chunks\/run-cli-[^"]+)"\)/)!;
  return import(pathToFileURL(join(dist, chunk!)).href);
}

/** Name by name: the system's own functions, such as the one that finds the folder for temporary files, see no other object. */
function becomeEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}
