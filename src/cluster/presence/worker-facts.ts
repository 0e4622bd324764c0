/** What does not change while a worker lives. */
export interface WorkerFacts {
  worker_id: string;
  host: string;
  pid: number;
  /** Of Assay. */
  version: string;
  /** Jobs it does at the same time. */
  concurrency: number;
  capabilities: WorkerCapabilities;
}

/** What jobs may ask a machine for; what is left out was not looked at yet. */
export interface WorkerCapabilities {
  /** What commands and hooks run in; null when nothing works there. */
  sandbox?: string | null;
  /** Container engines that answer, with their versions. */
  engines?: string[];
  /** Some of the images that are there already. */
  images?: string[];
}

export interface CurrentJob {
  id: string;
  /** In words: `gpt4o_mini/refund #2`. */
  what: string;
  /** So far. */
  seconds: number;
}

export interface Decline {
  what: string;
  why: string;
  /** How long ago. */
  seconds: number;
}

/** A worker that gave a sign of life lately. */
export interface PresentWorker extends WorkerFacts {
  /** Since it came. */
  seconds: number;
  jobs: CurrentJob[];
  /** The last ones, the newest first. */
  declines: Decline[];
  /** It takes nothing new and ends when its jobs are done. */
  is_leaving: boolean;
}

/** Signs of life come every three seconds; after three that are missing, nobody counts on a worker any more. */
export const SIGN_OF_LIFE_MS = 3_000;
export const GONE_AFTER_MS = 10_000;

export const SEEN_KEY = "assay:workers:seen";
export const ABOUT_KEY = "assay:workers:about";
