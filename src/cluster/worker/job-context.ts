import type { RunProfile } from "../../config/index.ts";
import type { Gateways } from "../../gateway/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";
import type { PutFile } from "../contents/pack-tree.ts";
import type { JobData } from "../jobs/job.ts";
import type { BegunTab, LostTab } from "../tabs/open-tab.ts";

/** What a job can use of the machine it is done on. */
export interface JobContext {
  job: JobData;
  /** The worker's own: keys come from here and nowhere else. */
  env: Record<string, string | undefined>;
  gateways: Gateways;
  /** Values that must not leave this machine, the password of Redis included. */
  secrets(): string[];
  /** Tried once per setting. */
  chooseSandbox(setting: RunProfile["sandbox"], strict: boolean): Promise<SandboxChoice>;
  /** @throws ContentMissing */
  fetchContent(sha256: string): Promise<Buffer>;
  putFile: PutFile;
  /** Call it before anything can cost something; whoever may not begin gives up at once. */
  begin(options?: { asksForItself?: boolean }): Promise<{ ok: true; tab: BegunTab } | { ok: false; lost: LostTab }>;
  /** A folder of the job's own, gone when it has ended. */
  folder(): Promise<string>;
  /** Aborted when nobody wants the job any more, or the worker has to stop now. */
  signal: AbortSignal;
}

/** What became of a job on this worker. */
export type JobDone =
  /** `isFinal`: the same question need not be asked again. */
  | { status: "done"; isFinal: boolean; result: unknown }
  /** This machine cannot do it, another one may; why, for people. */
  | { status: "declined"; why: string }
  | { status: "interrupted" }
  /** Somebody had begun it before. */
  | { status: "lost"; lost: LostTab };

/** Something that a job needs is not in Redis any more; whoever posted it has it. */
export class ContentMissing extends Error {
  constructor(sha256: string) {
    super(`a part of the job is gone from Redis (${sha256.slice(0, 12)})`);
  }
}
