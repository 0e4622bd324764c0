import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { CALL_MARK } from "./kill-orphans.ts";

/** Common to the marks of all calls of this process, so that they can be found together. */
const OURS = randomBytes(12).toString("hex");

let keeper: ChildProcess | null = null;
let calls = 0;
const live = new Set<string>();
const lastCalls = new Set<string>();

/** Properties of a started program that make it end when we end. */
export interface KeptCall {
  mark: string;
  /** Its environment, or a part of it. */
  env: Record<string, string>;
  /** Called when nothing of it is left. */
  over(): void;
}

/**
 * Makes a call end when we end, however and whenever we die. A separate shell holds one end of a pipe to us; when our end closes,
 * it kills every process with our mark in its environment until it has found none for two seconds. Asking the kernel to die with
 * one's parent comes too late for a parent that dies first, as happens with bubblewrap, whose first process inside asks only when
 * everything is set up.
 */
export function endWithOurProcess(): KeptCall {
  startKeeper();
  const mark = `${OURS}-${++calls}`;
  live.add(mark);
  return { mark, env: { [CALL_MARK]: mark }, over: () => void live.delete(mark) };
}

/** Has the keeper run a line of shell if we die, for things that a signal does not reach. Returns a function that cancels it. */
export function runAfterOurDeath(line: string): () => void {
  startKeeper();
  if (!lastCalls.has(line)) tell(line);
  lastCalls.add(line);
  const call = `${OURS}-${++calls}`;
  live.add(call);
  return () => void live.delete(call);
}

function startKeeper(): void {
  if (keeper && keeper.exitCode === null && keeper.signalCode === null) return;
  // In its own session, so that signals to our group or terminal don't end it.
  keeper = spawn("/bin/sh", ["-c", SCRIPT, "sh", `${CALL_MARK}=${OURS}-`], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without /bin/sh there is no sandbox either, and choosing one will report that.
  keeper.on("error", () => {});
  keeper.stdin?.on("error", () => {});
  keeper.unref();
  (keeper.stdin as { unref?: () => void } | null)?.unref?.();
  for (const line of lastCalls) tell(line);
  endOnExit();
}

function tell(line: string): void {
  keeper?.stdin?.write(`${line.replaceAll("\n", " ")}\n`);
}

let registered = false;

/** Ends the keeper on a regular exit. If calls are still running, it stays and ends them. */
function endOnExit(): void {
  if (registered) return;
  registered = true;
  process.on("exit", () => {
    if (live.size === 0) keeper?.kill("SIGKILL");
  });
}

const SCRIPT = `last=
while read -r line; do last="$last$line
"; done
eval "$last" &
marked() {
  if [ -r /proc/self/environ ]; then grep -sl "$mark" /proc/[0-9]*/environ | cut -d/ -f3
  else ps -axEww -o pid=,command= | grep -v grep | grep "$mark" | sed 's/^ *//' | cut -d' ' -f1; fi
}
mark=$1
quiet=0
while [ $quiet -lt 20 ]; do
  found=$(marked)
  if [ -n "$found" ]; then kill -KILL $found; quiet=0; else quiet=$((quiet + 1)); fi
  sleep 0.1
done
wait`;
