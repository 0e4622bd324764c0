import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { dirname } from "node:path";
import { cliPath } from "../../support/assay.ts";
import { bundle } from "../../support/bundle.ts";

export interface Reading {
  words: string[];
  code: number | null;
  stdout: string;
  stderr: string;
  peakBytes: number;
  ms: number;
  /** It did not end in time, and its process was killed. */
  hung: boolean;
}

/** Runs commands in a process that is watched, and replaced when it hangs, dies or has grown. */
export interface Reader {
  call(words: string[], cwd: string, patienceMs?: number): Promise<Reading>;
  close(): Promise<void>;
}

/** Time that a mutation may keep a command busy. */
export const PATIENCE_MS = 10_000;
/** Memory limit of a command; a larger process is replaced, so that the next one begins low. */
export const MOST_BYTES = 1024 ** 3;
/** Endless input must not fill the disk: no file grows beyond 128 MiB. */
const LIMITED = 'ulimit -f 262144; exec "$0" "$@"';
const REPLACED_FROM = 500 * 1024 ** 2;

export async function openReader(temporary: string): Promise<Reader> {
  const script = await bundle("test/torture/foreign/reader-process.ts", { inProject: true });
  const env = { PATH: process.env.PATH ?? "", HOME: temporary, NO_COLOR: "1", TMPDIR: temporary };
  let child: ChildProcess | null = null;

  async function ready(): Promise<ChildProcess> {
    if (child) return child;
    const words = ["-c", LIMITED, process.execPath, script, dirname(cliPath)];
    child = spawn("/bin/sh", words, { cwd: temporary, env, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    await once(child, "message");
    return child;
  }

  async function end(): Promise<void> {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = once(ending, "exit");
    ending.kill("SIGKILL");
    await gone;
  }

  return {
    async call(words, cwd, wantedMs = PATIENCE_MS) {
      const patienceMs = isBusy() ? wantedMs * 3 : wantedMs;
      const to = await ready();
      const startedAt = performance.now();
      const said = await answerOf(to, { words, cwd, env }, patienceMs);
      const reading = { words, ...said, ms: performance.now() - startedAt };
      if (reading.code === null || /uncaught|unhandled/.test(reading.stderr) || reading.peakBytes > REPLACED_FROM)
        await end();
      return reading;
    },
    close: end,
  };
}

type Said = Omit<Reading, "words" | "ms">;

function answerOf(child: ChildProcess, request: object, patienceMs: number): Promise<Said> {
  const nothing = { code: null, stdout: "", stderr: "", peakBytes: 0 };
  return new Promise((resolve) => {
    const finish = (said: Said) => {
      clearTimeout(timer);
      clearInterval(looking);
      child.off("exit", onExit);
      child.off("message", onMessage);
      resolve(said);
    };
    const onExit = (code: number | null, signal: string | null) =>
      finish({ ...nothing, stderr: `the process died: ${signal ?? code}`, hung: false });
    const onMessage = (said: unknown) => finish({ ...(said as Said), hung: false });
    const timer = setTimeout(() => finish({ ...nothing, hung: true }), patienceMs);
    // A machine without memory would end those who watch.
    const looking = setInterval(() => {
      const peakBytes = residentBytes(child.pid!);
      if (peakBytes > MOST_BYTES * 1.05) finish({ ...nothing, peakBytes, hung: false });
    }, 50);
    child.once("exit", onExit);
    child.once("message", onMessage);
    child.send(request);
  });
}

/** Others work on this machine: what takes long then is not said to hang. */
function isBusy(): boolean {
  return loadavg()[0]! > 1.5 * availableParallelism();
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}
