/** Constant facts about a worker. */
export interface WorkerFacts {
  worker_id: string;
  host: string;
  pid: number;
  /** Version of Assay. */
  version: string;
  /** Number of jobs at the same time. */
  concurrency: number;
  capabilities: WorkerCapabilities;
}

/** Capabilities that jobs may need; omitted ones are not detected yet. */
export interface WorkerCapabilities {
  /** Isolation of commands and hooks; null if none works. */
  sandbox?: string | null;
  /** Responding container engines with their versions. */
  engines?: string[];
  /** Some of the local images. */
  images?: string[];
}

export interface CurrentJob {
  id: string;
  /** Name to show, such as `gpt4o_mini/refund #2`. */
  what: string;
  /** Duration so far. */
  seconds: number;
}

export interface Decline {
  what: string;
  why: string;
  /** Time since then. */
  seconds: number;
}

/** A worker with a recent heartbeat. */
export interface PresentWorker extends WorkerFacts {
  /** Time since its start. */
  seconds: number;
  jobs: CurrentJob[];
  /** The latest, newest first. */
  declines: Decline[];
  /** Finishes its jobs and takes no more. */
  is_leaving: boolean;
}

/** A worker is gone after three missing heartbeats. */
export const SIGN_OF_LIFE_MS = 3_000;
export const GONE_AFTER_MS = 10_000;

export const SEEN_KEY = "assay:workers:seen";
export const ABOUT_KEY = "assay:workers:about";
