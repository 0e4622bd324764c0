import { type ChildProcess, spawn } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { closeSync, openSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { timerMilliseconds } from "../../text/index.ts";
import { BoundedOutput } from "./bounded-output.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import { endWithOurProcess } from "./keeper.ts";
import { killOrphans } from "./kill-orphans.ts";
import type { ProcessResult } from "./process-result.ts";
import { watchUse } from "./watch-use.ts";

export interface Launch {
  program: string;
  args: string[];
  /** Its complete environment. A sandboxing program never gets ours, because this may be readable inside. */
  env: Record<string, string | undefined>;
  cwd?: string;
  /** Contents of file descriptors 3, 4 …, for data that must not appear on a command line readable by the command. */
  descriptors?: (string | Uint8Array)[];
  /**
   * Makes it end when we end, even if we are killed. `alone`: all its processes end with it, as in a process namespace.
   * `with_orphans`: its processes may leave its group, and are searched for afterwards.
   */
  endsWithUs?: "alone" | "with_orphans";
  /** Called after the end, to stop things that a signal to the process group does not reach. */
  cleanUp?: (endedByItself: boolean) => Promise<void>;
}

export interface Bounds {
  limits: {
    seconds: number;
    /** Kept per stream. */
    outputBytes: number;
    /** Of the program and all its descendants together; not monitored if omitted. */
    memoryBytes?: number;
    /** Of the contents of `folders`; not monitored if omitted. */
    diskBytes?: number;
  };
  /** Folders writable for the program. */
  folders?: readonly string[];
  stdin?: string;
  /** Receives the streams to talk with the running program; `stdin` is then not sent and stdout not kept. */
  attach?: (streams: ProgramStreams) => void;
  signal?: AbortSignal;
}

/** A running program's input and output. The reader is responsible for limiting the amount. */
export interface ProgramStreams {
  stdin: Writable;
  stdout: Readable;
}

/** A command is killed once this many times the kept amount has been discarded. */
const PATIENCE_WITH_OUTPUT = 64;

/** Time that pipes may stay open after the end, in case a hidden process holds them. */
const PIPE_GRACE_MS = 1000;

/** Starts a program in its own group, enforces its limits, and returns when nothing of it is left. Never throws. */
export async function supervise(launch: Launch, bounds: Bounds): Promise<ProcessResult> {
  const { limits } = bounds;
  const started = performance.now();
  const stdout = new BoundedOutput(limits.outputBytes);
  const stderr = new BoundedOutput(limits.outputBytes);
  const descriptors = launch.descriptors ?? [];
  let ended: ProcessResult["outcome"] | null = null;

  const result = (outcome: ProcessResult["outcome"], rest: Partial<ProcessResult>): ProcessResult => {
    const [out, err] = [stdout.finish(), stderr.finish()];
    return {
      outcome,
      exit_code: null,
      signal: null,
      stdout: out.text,
      stderr: err.text,
      dropped_bytes: out.dropped + err.dropped,
      duration_ms: Math.round(performance.now() - started),
      ...rest,
    };
  };
  if (bounds.signal?.aborted) return result("interrupted", {});

  const kept = launch.endsWithUs ? endWithOurProcess() : null;
  let child: ChildProcess;
  try {
    child = start({ ...launch, env: { ...launch.env, ...kept?.env } }, descriptors.length);
  } catch (error) {
    kept?.over();
    // For example arguments that no program accepts: too long, or containing NUL.
    return result("could_not_start", { message: whyNotStarted(error as Error) });
  }
  // The program doesn't exist, or file descriptors have run out, in which case there are not even pipes.
  if (child.pid === undefined) {
    const [error] = (await once(child, "error")) as [Error];
    kept?.over();
    return result("could_not_start", { message: whyNotStarted(error) });
  }
  let gone = false;
  const end = (outcome: ProcessResult["outcome"]): void => {
    if (gone) return;
    ended ??= outcome;
    killGroup(child);
  };
  const collect = (into: BoundedOutput) => (chunk: Buffer) => {
    into.add(chunk);
    if (into.overflow > limits.outputBytes * PATIENCE_WITH_OUTPUT) end("output_limit");
  };
  child.stderr?.on("data", collect(stderr));
  if (bounds.attach && child.stdin && child.stdout) {
    child.stdin.on("error", () => {});
    bounds.attach({ stdin: child.stdin, stdout: child.stdout });
  } else {
    child.stdout?.on("data", collect(stdout));
    feed(child, 0, bounds.stdin ?? "");
  }
  for (const [index, content] of descriptors.entries()) feed(child, 3 + index, content);

  const interrupt = (): void => end("interrupted");
  // Many commands listen to a campaign's one signal; that is not a leak.
  if (bounds.signal) setMaxListeners(0, bounds.signal);
  bounds.signal?.addEventListener("abort", interrupt, { once: true });
  const timer = setTimeout(() => end("timed_out"), timerMilliseconds(limits.seconds));
  const allowed = {
    memoryBytes: limits.memoryBytes ?? Infinity,
    diskBytes: limits.diskBytes ?? Infinity,
    folders: bounds.folders ?? [],
  };
  const watch = watchUse(child.pid, allowed, end);
  try {
    const last = await endOf(child, async () => {
      gone = true;
      killGroup(child);
      if (kept && (ended !== null || launch.endsWithUs === "with_orphans")) await killOrphans(kept.mark);
      await launch.cleanUp?.(ended === null);
    });
    const excess = await watch.end();
    ended ??= excess;
    if (ended) return result(ended, { signal: last.signal });
    return result("exited", { exit_code: last.code, signal: last.signal });
  } finally {
    kept?.over();
    clearTimeout(timer);
    bounds.signal?.removeEventListener("abort", interrupt);
  }
}

/** Spawns in a new process group, with pipes for the descriptors we use and /dev/null over those we inherited. */
function start({ program, args, cwd, env }: Launch, extraPipes: number): ChildProcess {
  const nothing = openSync("/dev/null", "r+");
  try {
    const stdio: ("pipe" | "ignore" | number)[] = Array.from({ length: 3 + extraPipes }, () => "pipe");
    for (const descriptor of inheritedDescriptors()) {
      while (stdio.length <= descriptor) stdio.push("ignore");
      if (stdio[descriptor] === "ignore") stdio[descriptor] = nothing;
    }
    return spawn(program, args, { cwd, env, detached: true, stdio });
  } finally {
    closeSync(nothing);
  }
}

/** With descriptors passed to the child, the system reports a number beyond the limit as an invalid argument. */
const NO_DESCRIPTORS = ["EMFILE", "ENFILE", "EINVAL"];

function whyNotStarted({ code = "", message }: NodeJS.ErrnoException): string {
  const [line = ""] = message.split("\n");
  return NO_DESCRIPTORS.includes(code) ? `${line}: too few file descriptors; allow more of them with ulimit -n` : line;
}

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Resolves when the program is gone, its leftovers are cleared away, and its output is read to the end. */
async function endOf(child: ChildProcess, clearAway: () => Promise<void>): Promise<End> {
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const end = await new Promise<End>((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  // Immediately, not after the output has ended: leftovers may hold the output open and keep acting.
  await clearAway();
  const giveUp = setTimeout(() => {
    for (const stream of child.stdio) stream?.destroy();
  }, PIPE_GRACE_MS);
  await closed;
  clearTimeout(giveUp);
  return end;
}

function feed(child: ChildProcess, descriptor: number, content: string | Uint8Array): void {
  const stream = child.stdio[descriptor];
  if (!stream || !("end" in stream)) return;
  // A command that does not read its input may close the pipe.
  stream.on("error", () => {});
  stream.end(content);
}

/** The child leads its own group, and a sandbox that loses its leader takes everything inside with it. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is already gone, as intended.
  }
}
