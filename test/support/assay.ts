import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { isInUse, runInThisProcess } from "./in-this-process.ts";
import { projectRoot } from "./project-root.ts";

export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  /** Words before the program: a shell with a limit, a disk of its own. */
  wrap?: string[];
  /** Another user than the one who runs the tests; that needs root. */
  uid?: number;
  cwd?: string;
  /** Another build than ours. */
  builtCli?: string;
  env?: Record<string, string>;
  stdin?: string;
  /** A process of its own, although nothing else asks for one: for promises about processes, such as what one leaves behind when it ends. */
  ownProcess?: boolean;
  /** Gets the process, e.g. to interrupt it. */
  onStart?: (child: ChildProcess) => void;
}

export const cliPath = join(projectRoot, "dist", "cli.js");

/** Taken before any call changes it. */
const CLEAN = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "/", NO_COLOR: "1" };

/**
 * Calls the built `assay` as a user would, in a clean environment: no keys, no colours. Starting Node and loading a command take ten times
 * as long as most commands do, so a call runs inside the test's process unless the test is about a process. Of two calls at once the
 * second gets a process of its own.
 */
export function assay(words: string[], options: CliOptions = {}): Promise<CliResult> {
  const { cwd = process.cwd(), env = {}, stdin = "", wrap, uid, onStart, ownProcess } = options;
  if (wrap || uid !== undefined || onStart || ownProcess || isInUse()) return assayProcess(words, options);
  return runInThisProcess(words, { cwd, env: { ...CLEAN, ...env }, stdin });
}

function assayProcess(
  words: string[],
  { cwd, builtCli = cliPath, env = {}, stdin = "", wrap = [], uid, onStart }: CliOptions,
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const [command, ...rest] = [...wrap, process.execPath, builtCli, ...words];
    const child = spawn(command!, rest, {
      uid,
      cwd,
      env: { ...CLEAN, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({ code, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
    onStart?.(child);
  });
}
