import { existsSync } from "node:fs";
import { join } from "node:path";
import { jsonOrNull } from "../../text/index.ts";
import type { ProcessResult } from "../processes/process-result.ts";

/**
 * What became of a container, or of something in it that was killed.
 * - `running`: it runs on, and no lack of memory is known. What was killed in it was killed from inside.
 * - `over_its_memory`: what runs in it wanted more memory than it may have.
 * - `killed_from_outside`: somebody killed it, or the whole machine was out of memory.
 * - `ended_by_itself`: its first process gave up, which only what runs inside can bring about.
 * - `unknown`: the engine gives no answer.
 */
export type ContainerEnding =
  | "running"
  | "over_its_memory"
  | "killed_from_outside"
  | "ended_by_itself"
  | "ended_by_us"
  | "unknown";

type Ask = (words: string[]) => Promise<ProcessResult>;

/** Asks the engine, and where the container still runs the kernel, whose fault it was that something in it was killed. */
export async function endingOf(ask: Ask, name: string, engineFolder: string): Promise<ContainerEnding> {
  const state = stateIn((await ask(["container", "inspect", name])).stdout);
  if (state === null) return "unknown";
  // Docker keeps the mark in the container's state, podman's monitor leaves a file where it stands.
  const marked = state.OOMKilled === true || existsSync(join(engineFolder, "oom"));
  if (state.Running !== true) {
    if (marked) return "over_its_memory";
    return state.ExitCode === 137 ? "killed_from_outside" : "ended_by_itself";
  }
  const counted = memoryEvents((await ask(["exec", name, "sh", "-c", COUNTERS])).stdout);
  if (counted.kills > 0) return counted.limitReached ? "over_its_memory" : "killed_from_outside";
  return marked ? "over_its_memory" : "running";
}

/** The kernel's counters of the container's own control group, in the second and in the first form of groups. */
const COUNTERS =
  "cat /sys/fs/cgroup/memory.events 2>/dev/null || " +
  "{ cat /sys/fs/cgroup/memory/memory.oom_control && printf 'failcnt ' && cat /sys/fs/cgroup/memory/memory.failcnt; }";

/** Kills count whoever ran out of memory; whether it was the container shows in how often its own limit was reached. */
function memoryEvents(text: string): { kills: number; limitReached: boolean } {
  const count = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  return { kills: count("oom_kill"), limitReached: count("oom") > 0 || count("failcnt") > 0 };
}

interface State {
  Running?: unknown;
  OOMKilled?: unknown;
  ExitCode?: unknown;
}

function stateIn(json: string): State | null {
  const [first] = [jsonOrNull(json) as { State?: State } | null].flat();
  return first?.State ?? null;
}
