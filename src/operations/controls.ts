import type { AssayEvent } from "./events.ts";

/** Environment of an operation. */
export interface Surroundings {
  /** A folder in the workspace or below; defaults to the current folder. */
  cwd?: string;
  /** Source of keys and base URLs, completed by the workspace's .env; defaults to the process's environment. */
  env?: Record<string, string | undefined>;
}

/** Stops and observes an operation. */
export interface Controls {
  /** Aborts work in flight too. Finished work is stored. */
  signal?: AbortSignal;
  /** Starts no more work, but lets work in flight finish. */
  noNewWork?: AbortSignal;
  onEvent?: (event: AssayEvent) => void;
}

/** Fills in the defaults. */
export function completeSurroundings({ cwd = process.cwd(), env = process.env }: Surroundings): Required<Surroundings> {
  return { cwd, env };
}
