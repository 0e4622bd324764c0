import type { AssayEvent } from "./events.ts";

/** Where an operation works. */
export interface Surroundings {
  /** A folder in the workspace, or below it; the current folder when left out. */
  cwd?: string;
  /** Keys and base URLs are read from here, with the workspace's .env beneath; the process' own environment when left out. */
  env?: Record<string, string | undefined>;
}

/** How an operation is stopped and listened to. */
export interface Controls {
  /** Aborted: end what is in flight too. What was finished is stored. */
  signal?: AbortSignal;
  /** Aborted: start nothing new; what is in flight may end. */
  noNewWork?: AbortSignal;
  onEvent?: (event: AssayEvent) => void;
}

/** The surroundings with everything filled in. */
export function completeSurroundings({ cwd = process.cwd(), env = process.env }: Surroundings): Required<Surroundings> {
  return { cwd, env };
}
