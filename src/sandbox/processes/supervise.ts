import { type ChildProcess, spawn } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { closeSync, openSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { timerMilliseconds } from "../../text/index.ts";
import { BoundedOutput } from "./bounded-output.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import { keepCommand } from "./keeper.ts";
import type { ProcessResult } from "./process-result.ts";
import { endStrays } from "./strays.ts";
import { watchUse } from "./watch-use.ts";

/** A program to start. */
export interface Launch {
  program: string;
  args: string[];
  /** Its whole environment. For a sandboxing program never ours: whatever stands here may be readable inside. */
  env: Record<string, string | undefined>;
  cwd?: string;
  /** Put on the file descriptors 3, 4 …; for what must not be on a command line that the command can read. */
  descriptors?: (string | Uint8Array)[];
  /**
   * Makes it end when we end, also when we are killed. `alone`: everything it starts ends with it, as in a process namespace.
   * `with_strays`: what it starts may leave its group, and is looked for afterwards.
   */
  endsWithUs?: "alone" | "with_strays";
  /** Called after the end to end what a signal to the process group does not reach. */
  cleanUp?: (endedByItself: boolean) => Promise<void>;
}

/** What a program is held to, and what it is told. */
export interface Bounds {
  limits: {
    seconds: number;
    /** Kept per stream. */
    outputBytes: number;
    /** Of the program and all its descendants together; not watched when left out. */
    memoryBytes?: number;
    /** Of what is in `folders`; not watched when left out. */
    diskBytes?: number;
  };
  /** Where the program may write. */
  folders?: readonly string[];
  stdin?: string;
  /** Whoever talks with the program while it runs; then `stdin` is not sent, and stdout is not kept. */
  attach?: (streams: ProgramStreams) => void;
  signal?: AbortSignal;
}

/** A running program's input and output. Whoever reads them sees to it that there is not too much. */
export interface ProgramStreams {
  stdin: Writable;
  stdout: Readable;
}

/** A command that goes on printing is ended when this many times the kept amount was thrown away. */
const PATIENCE_WITH_OUTPUT = 64;

/** How long pipes may stay open after the end. Something unseen may hold them; the answer does not wait for it. */
const PIPE_GRACE_MS = 1000;

/** Starts a program in a group of its own, holds it to its limits, and returns when nothing of it is left. Never throws. */
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

  const kept = launch.endsWithUs ? keepCommand() : null;
  let child: ChildProcess;
  try {
    child = start({ ...launch, env: { ...launch.env, ...kept?.env } }, descriptors.length);
  } catch (error) {
    kept?.over();
    // Words that no program can be given, for example: too long, or with a NUL in them.
    return result("could_not_start", { message: whyNotStarted(error as Error) });
  }
  // There is no program, and where file descriptors have run out not even a list of pipes.
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
  // One signal ends a whole campaign: many commands listen to it, and that is no leak.
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
      if (kept && (ended !== null || launch.endsWithUs === "with_strays")) await endStrays(kept.mark);
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

/** In a process group of its own, with pipes for the descriptors we use and nothing behind those that we inherited. */
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

/** A number beyond the limit, while descriptors are handed over, is an invalid argument to the system. */
const NO_DESCRIPTORS = ["EMFILE", "ENFILE", "EINVAL"];

function whyNotStarted({ code = "", message }: NodeJS.ErrnoException): string {
  const [line = ""] = message.split("\n");
  return NO_DESCRIPTORS.includes(code) ? `${line}: too few file descriptors; allow more of them with ulimit -n` : line;
}

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Resolves when the program is gone, what it left behind is cleared away, and its output is read to the end. */
async function endOf(child: ChildProcess, clearAway: () => Promise<void>): Promise<End> {
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const end = await new Promise<End>((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  // At once, not after the output has ended: what is left behind may hold the output open, and goes on acting.
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
  // A command that does not read its input closes the pipe; that is its right.
  stream.on("error", () => {});
  stream.end(content);
}

/** The child leads its own group, and a sandbox that loses its leader takes everything inside with it. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nothing of the group is left, which is what we want.
  }
}
