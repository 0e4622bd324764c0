import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
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
  env?: Record<string, string>;
  stdin?: string;
  /** Gets the process, e.g. to interrupt it. */
  onStart?: (child: ChildProcess) => void;
}

export const cliPath = join(projectRoot, "dist", "cli.js");

/** Calls the built `assay` as a user would, in a clean environment: no keys, no colours. */
export function assay(
  words: string[],
  { cwd, env = {}, stdin = "", wrap = [], uid, onStart }: CliOptions = {},
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const [command, ...rest] = [...wrap, process.execPath, cliPath, ...words];
    const child = spawn(command!, rest, {
      uid,
      cwd,
      env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "/", NO_COLOR: "1", ...env },
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
