import type { ProcessResult } from "./processes/process-result.ts";
import type { ProgramStreams } from "./processes/supervise.ts";

/** Something that executes commands where they can do no harm. */
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
  /** Host files or folders the command may read, and where it sees them. */
  readOnly?: { host: string; inside: string }[];
  env?: Record<string, string>;
  stdin?: string;
  /** Whoever talks with the command while it runs; then `stdin` is not sent, and stdout is not kept. */
  attach?: (streams: ProgramStreams) => void;
  network: boolean;
  limits: SandboxLimits;
  signal?: AbortSignal;
}

export interface SandboxLimits {
  seconds: number;
  /** Kept per stream; what is printed beyond is counted, and a command that never stops printing is ended. */
  outputBytes: number;
  processes: number;
  /** For each process alone, and for all of them together. */
  memoryBytes: number;
  /** What each process alone may set aside, where that is more than it ever uses. */
  reservedBytes?: number;
  /** What the trial's two folders may hold on the disk, files of earlier commands included. */
  diskBytes: number;
}

/** What a sandbox can keep from a command. */
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
  /** What holds on this machine. */
  says: string;
  /** How to get what is missing. */
  remedy?: string;
}

/** What a command in a sandbox came to. */
export type SandboxResult = ProcessResult;

/** Either a sandbox, or the reason why there is none here and what would help. */
export type SandboxChoice = { ok: true; sandbox: Sandbox } | { ok: false; reason: string };
