import { type ChildProcessByStdio, spawn } from "node:child_process";
import { resolve as resolvePath } from "node:path";
import type { Readable } from "node:stream";

export interface CliOptions {
  env: Record<string, string | undefined>;
  /** Where the client stands; ours when left out. */
  cwd?: string;
  /** Wall-clock limit. */
  seconds: number;
  signal?: AbortSignal;
  /** Called when the limit or the signal has ended the call, after the client itself was killed. */
  onStop?: () => Promise<void>;
}

export interface CliResult {
  outcome: "exited" | "timed_out" | "interrupted" | "could_not_start";
  exit_code: number | null;
  stdout: string;
  stderr: string;
  /** Printed but not kept, because it was more than anybody would read. */
  dropped_bytes: number;
}

/** An answer with its report is some 20 KB; a log of a long session may be a few megabytes. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** How long output may still trickle in after the client has exited, when a grandchild keeps the pipe open. */
const DRAIN_MS = 2_000;

/** Calls a docker-like command line client and waits for it, its time limit or the signal. Never throws. */
export function callCli(command: string, args: string[], options: CliOptions): Promise<CliResult> {
  return new Promise((resolve) => {
    const stdout = keeper();
    const stderr = keeper();
    let child: ChildProcessByStdio<null, Readable, Readable>;
    try {
      child = spawn(fromHere(command), args, {
        cwd: options.cwd,
        env: options.env as NodeJS.ProcessEnv,
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
    } catch (error) {
      // Arguments that no program can be given, such as too many bytes in all.
      const { message } = error as Error;
      resolve({ outcome: "could_not_start", exit_code: null, stdout: "", stderr: message, dropped_bytes: 0 });
      return;
    }
    let outcome: CliResult["outcome"] = "exited";
    let settled = false;
    const settle = (exit_code: number | null) => {
      if (settled) return;
      settled = true;
      clearTimeout(limit);
      options.signal?.removeEventListener("abort", interrupt);
      child.stdout.destroy();
      child.stderr.destroy();
      const dropped_bytes = stdout.dropped() + stderr.dropped();
      resolve({ outcome, exit_code, stdout: stdout.text(), stderr: stderr.text(), dropped_bytes });
    };
    const stop = async (why: "timed_out" | "interrupted") => {
      if (settled || outcome !== "exited") return;
      outcome = why;
      // First the client, at once: one that lives on might start its container after that was removed.
      killGroup(child.pid);
      await options.onStop?.();
      settle(null);
    };
    const interrupt = () => void stop("interrupted");
    const limit = setTimeout(() => void stop("timed_out"), options.seconds * 1000);
    child.stdout.on("data", stdout.add);
    child.stderr.on("data", stderr.add);
    child.on("error", (error) => {
      outcome = "could_not_start";
      stderr.add(Buffer.from(error.message));
      settle(null);
    });
    child.on("exit", (code) => {
      if (outcome === "exited") setTimeout(() => settle(code), DRAIN_MS).unref();
    });
    child.on("close", (code) => {
      if (outcome === "exited") settle(code);
    });
    options.signal?.addEventListener("abort", interrupt);
    if (options.signal?.aborted) interrupt();
  });
}

function keeper() {
  const chunks: Buffer[] = [];
  let kept = 0;
  let dropped = 0;
  return {
    add: (chunk: Buffer) => {
      const room = chunk.subarray(0, Math.max(0, KEPT_BYTES - kept));
      if (room.length > 0) chunks.push(room);
      kept += room.length;
      dropped += chunk.length - room.length;
    },
    text: () => Buffer.concat(chunks).toString("utf8"),
    dropped: () => dropped,
  };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself in the meantime.
  }
}

/** A relative path to the client was meant from the user's folder, wherever the client then stands. */
function fromHere(command: string): string {
  return command.includes("/") ? resolvePath(command) : command;
}
