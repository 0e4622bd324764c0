import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { CALL_MARK } from "./strays.ts";

/** In the mark of every call of this process, so that all of them can be found together. */
const OURS = randomBytes(12).toString("hex");

let keeper: ChildProcess | null = null;
let calls = 0;
const live = new Set<string>();
const lastCalls = new Set<string>();

/** What a started program carries so that it ends when we end. */
export interface KeptCall {
  mark: string;
  /** Its environment, or a part of it. */
  env: Record<string, string>;
  /** To be called when nothing of it is left. */
  over(): void;
}

/**
 * Makes a call end when we end, at whatever moment we die and however. A shell of its own holds one end of a pipe whose other end is
 * ours; when ours is gone, it ends every process that carries our mark in its environment, until it has found none for two
 * seconds. A request to the kernel to be killed with one's parent comes too late for a parent that dies first, and that
 * happens: bubblewrap's first process inside makes it when everything is set up.
 */
export function keepCommand(): KeptCall {
  startKeeper();
  const mark = `${OURS}-${++calls}`;
  live.add(mark);
  return { mark, env: { [CALL_MARK]: mark }, over: () => void live.delete(mark) };
}

/**
 * Has the keeper call something when we died, for what a signal does not reach: a line of shell. Returns how to say that it is no
 * longer needed.
 */
export function callAfterOurDeath(words: string): () => void {
  startKeeper();
  if (!lastCalls.has(words)) tell(words);
  lastCalls.add(words);
  const call = `${OURS}-${++calls}`;
  live.add(call);
  return () => void live.delete(call);
}

function startKeeper(): void {
  if (keeper && keeper.exitCode === null && keeper.signalCode === null) return;
  // In a session of its own: what ends our group, or our terminal, must not end it.
  keeper = spawn("/bin/sh", ["-c", SCRIPT, "sh", `${CALL_MARK}=${OURS}-`], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without /bin/sh there is no sandbox either, and whoever looks for one will say so.
  keeper.on("error", () => {});
  keeper.stdin?.on("error", () => {});
  keeper.unref();
  (keeper.stdin as { unref?: () => void } | null)?.unref?.();
  for (const words of lastCalls) tell(words);
  endOnExit();
}

function tell(words: string): void {
  keeper?.stdin?.write(`${words.replaceAll("\n", " ")}\n`);
}

let registered = false;

/** Whoever ends in order needs no keeper. If calls are still running, it stays and ends them. */
function endOnExit(): void {
  if (registered) return;
  registered = true;
  process.on("exit", () => {
    if (live.size === 0) keeper?.kill("SIGKILL");
  });
}

const SCRIPT = `last=
while read -r words; do last="$last$words
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
