import type { ProcessResult } from "./processes/process-result.ts";
import type { ProgramStreams } from "./processes/supervise.ts";

/** An environment in which commands can do no harm. */
export interface Sandbox {
  readonly kind: "bubblewrap" | "namespaces" | "container" | "sandbox_exec" | "unsafe_host";
  run(command: SandboxCommand): Promise<SandboxResult>;
}

export interface SandboxCommand {
  argv: string[];
  /** Host folder that the command sees as its working directory, writable. */
  workspace: string;
  /** Host folder that the command sees as /tmp, writable. */
  tmp: string;
  /** Host files or folders that the command may read, and their paths inside. */
  readOnly?: { host: string; inside: string }[];
  env?: Record<string, string>;
  stdin?: string;
  /** Receives the streams to talk with the running command; `stdin` is then not sent and stdout not kept. */
  attach?: (streams: ProgramStreams) => void;
  network: boolean;
  limits: SandboxLimits;
  signal?: AbortSignal;
}

export interface SandboxLimits {
  seconds: number;
  /** Kept per stream; excess output is only counted, and a command that never stops printing is ended. */
  outputBytes: number;
  processes: number;
  /** For each process and for all of them together. */
  memoryBytes: number;
  /** Reservation limit per process, where that exceeds actual use. */
  reservedBytes?: number;
  /** Disk limit of the trial's two folders, files of earlier commands included. */
  diskBytes: number;
}

/** The protections that a sandbox can offer. */
export type GuaranteeName =
  | "network"
  | "host_files"
  | "environment"
  | "processes"
  | "memory"
  | "disk"
  | "system_calls"
  | "mount_table"
  | "ends_with_assay";

export interface Guarantee {
  name: GuaranteeName;
  held: "full" | "partly" | "no";
  /** Description of the protection on this machine. */
  says: string;
  /** A way to get what is missing. */
  remedy?: string;
}

export type SandboxResult = ProcessResult;

/** Either a sandbox, or the reason why there is none here, with a remedy. */
export type SandboxChoice = { ok: true; sandbox: Sandbox } | { ok: false; reason: string };
