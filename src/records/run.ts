import type { ToolDefinition, Usage } from "./chat.ts";
import type { ContentPart } from "./content-part.ts";
import type { RecordedUser } from "./simulated-user.ts";
import type { RunnerType, RunStatus } from "./vocabulary.ts";

/** Identifies a trial: the first block of its record. */
export interface TrialIdentity {
  /** SHA-256 of the trial's effective inputs; see `fingerprint` of its record. */
  run_id: string;
  suite_id: string;
  run_profile_id: string;
  /** The subject's id: with a variant it is `<model_id>+<variant_id>`. */
  model_id: string;
  case_id: string;
  repetition: number;
  /** The parts of the subject's id, and the indexes of the variant's messages in the request; omitted without a variant. */
  variant?: { model_id: string; variant_id: string; messages: number[] };
}

/** The stored record of a trial. Self-contained: later stages look nothing up elsewhere. */
export interface RunArtifact {
  schema_version: 1;
  identity: TrialIdentity;
  runner: RunnerType;
  status: RunStatus;
  /** The subject's last answer to the user; null when there was none. */
  final_output: string | null;
  /** True when turns ran out and a last answer was requested without tools. */
  final_output_forced: boolean;
  /** The reason why the run did not succeed, for people; null on success. */
  failure: {
    stage: "configuration" | "provider" | "execution" | "tool" | "timeout" | "simulated_user";
    message: string;
    /** No other trial with this key, model or machine can succeed either; `stop_on_runner_error` stops on it. */
    unrecoverable?: boolean;
  } | null;
  request: {
    gateway: string;
    model: string;
    offline: boolean;
    /** Effective settings after merging. */
    execution_parameters: Record<string, unknown>;
    messages: RecordedMessage[];
    turns: RecordedMessage[];
    tools: ToolDefinition[];
    metadata: Record<string, unknown>;
  };
  /** The provider and model names and finish reason reported for each request. */
  provider: { name: string | null; model: string | null; finish_reason: string | null }[];
  timing: { started_at: string; finished_at: string; duration_ms: number; latency_ms: number };
  /** Summed over all requests of the trial; null when nothing was reported. */
  usage: Usage | null;
  /** Present only if a model played the user. */
  simulated_user?: RecordedUser;
  /** Present only if the case gives its subject files or prepares its workspace by commands. */
  workspace?: RecordedWorkspace;
  trace: TraceEvent[];
  /** Files the trial left, relative to run_N.artifacts/. */
  artifacts: OutputArtifact[];
  /** Runner internals for debugging; never shown to a judge. */
  runner_metadata: Record<string, unknown>;
}

/** The initial contents of the subject's workspace, and the changes to it. */
export interface RecordedWorkspace {
  /** Hash of the names, contents and modes of all given files; null when there are none. */
  sha256: string | null;
  /** The first given files; `file_count` and `bytes` cover all. */
  files: { path: string; bytes: number }[];
  file_count: number;
  bytes: number;
  /** The commands that prepared the workspace; omitted when there were none. */
  setup?: (string | string[])[];
  /** Paths of given files that the subject changed, the first thousand. */
  changed: string[];
  /** Given files that were gone at the end. */
  missing: string[];
}

export interface RecordedMessage {
  role: string;
  /** If there are parts, a description of them. */
  content: string;
  /** The parts sent instead of a text; images and audio by name, SHA-256 and size. */
  parts?: readonly ContentPart[];
  name?: string;
}

interface TraceEventBase {
  /** Counted from 1; 0 is before the first request. */
  turn: number;
  /** Milliseconds since the trial started. */
  at_ms: number;
}

export type TraceEvent = TraceEventBase &
  (
    | { kind: "message"; role: "user" | "assistant" | "system"; content: string; by?: "simulated_user" }
    | { kind: "tool_call"; tool_name: string; tool_call_id: string; arguments: string }
    | { kind: "tool_result"; tool_name: string; tool_call_id: string; status: "success" | "error"; content: string }
    | { kind: "final_output"; content: string; forced: boolean }
    /** The agent's own account differs from the wire traffic, which the rest of the trace records. */
    | { kind: "account_differs"; about: string; message: string }
    /** A host that the agent requested and did not reach. */
    | { kind: "network_refused"; host: string; port: number; times: number; reason: string }
    | { kind: "runner_event"; event: string; message: string; details?: Record<string, unknown> }
  );

export interface OutputArtifact {
  /** `workspace_file`, `key_output`, `workspace_diff`, `log`, `transcript`, `config` … */
  artifact_type: string;
  /** Relative to run_N.artifacts/, `/` as separator. */
  path: string;
  bytes: number;
  sha256: string;
}
