import type { RunProfile } from "../../config/index.ts";
import type { Gateways } from "../../gateway/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";
import type { PutFile } from "../contents/pack-tree.ts";
import type { JobBudget, LostSpending } from "../job-budget/begin-job-budget.ts";
import type { JobData } from "../jobs/job.ts";

/** Resources of the machine for one job. */
export interface JobContext {
  job: JobData;
  /** The worker's environment, the only source of keys. */
  env: Record<string, string | undefined>;
  gateways: Gateways;
  /** Values that must not leave this machine, including the Redis password. */
  secrets(): string[];
  /** Probed once per setting. */
  chooseSandbox(setting: RunProfile["sandbox"], strict: boolean): Promise<SandboxChoice>;
  /** @throws ContentMissing */
  fetchContent(sha256: string): Promise<Buffer>;
  putFile: PutFile;
  /** Call before anything can cost money; if it fails, stop at once. */
  begin(options?: {
    sendsOwnRequests?: boolean;
  }): Promise<{ ok: true; budget: JobBudget } | { ok: false; lost: LostSpending }>;
  /** Temporary folder of the job. */
  folder(): Promise<string>;
  /** Aborted when the job is cancelled or the worker must stop now. */
  signal: AbortSignal;
}

/** Outcome of a job on this worker. */
export type JobDone =
  /** `isFinal`: repeating the request would not help. */
  | { status: "done"; isFinal: boolean; result: unknown }
  /** Another machine may be able to do it; `why` explains. */
  | { status: "declined"; why: string }
  | { status: "interrupted" }
  /** Another worker had begun it. */
  | { status: "lost"; lost: LostSpending };

/** Part of a job's payload is missing in Redis; the coordinator can send it again. */
export class ContentMissing extends Error {
  constructor(sha256: string) {
    super(`a part of the job is gone from Redis (${sha256.slice(0, 12)})`);
  }
}
