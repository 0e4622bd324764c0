import { existsSync } from "node:fs";
import { join } from "node:path";
import { jsonOrNull } from "../../text/index.ts";
import type { ProcessResult } from "../processes/process-result.ts";

/**
 * The fate of a container in which something was killed.
 * - `running`: the container still runs, without a known lack of memory. The kill came from inside.
 * - `over_its_memory`: its processes needed more memory than they may have.
 * - `killed_from_outside`: it was killed externally, or the whole machine was out of memory.
 * - `ended_by_itself`: its first process exited, which only processes inside can cause.
 * - `unknown`: the engine gives no answer.
 */
export type ContainerEnding =
  | "running"
  | "over_its_memory"
  | "killed_from_outside"
  | "ended_by_itself"
  | "ended_by_us"
  | "unknown";

type Ask = (args: string[]) => Promise<ProcessResult>;

/** Determines why something in a container was killed, from the engine and, if the container still runs, from the kernel. */
export async function findEnding(ask: Ask, name: string, engineFolder: string): Promise<ContainerEnding> {
  const state = stateIn((await ask(["container", "inspect", name])).stdout);
  if (state === null) return "unknown";
  // Docker marks it in the container's state; podman's monitor leaves a file in its working directory.
  const marked = state.OOMKilled === true || existsSync(join(engineFolder, "oom"));
  if (state.Running !== true) {
    if (marked) return "over_its_memory";
    return state.ExitCode === 137 ? "killed_from_outside" : "ended_by_itself";
  }
  const counted = memoryEvents((await ask(["exec", name, "sh", "-c", COUNTERS])).stdout);
  if (counted.kills > 0) return counted.limitReached ? "over_its_memory" : "killed_from_outside";
  return marked ? "over_its_memory" : "running";
}

/** The kernel's counters of the container's own control group, for cgroups v2 and v1. */
const COUNTERS =
  "cat /sys/fs/cgroup/memory.events 2>/dev/null || " +
  "{ cat /sys/fs/cgroup/memory/memory.oom_control && printf 'failcnt ' && cat /sys/fs/cgroup/memory/memory.failcnt; }";

/** The kill count includes kills for lack of memory elsewhere; only the limit counter shows that the container's own limit was reached. */
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
