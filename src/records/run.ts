import type { ToolDefinition, Usage } from "./chat.ts";
import type { ContentPart } from "./content-part.ts";
import type { RecordedUser } from "./simulated-user.ts";
import type { RunnerType, RunStatus } from "./vocabulary.ts";

/** The stored record of a trial. Whatever a later stage needs stands in here; nothing is looked up again. */
export interface RunArtifact {
  schema_version: 1;
  identity: {
    /** SHA-256 of the trial's effective inputs; see `fingerprint` of its record. */
    run_id: string;
    suite_id: string;
    run_profile_id: string;
    /** Of the subject: with a variant it is `<model_id>+<variant_id>`. */
    model_id: string;
    case_id: string;
    repetition: number;
    /** What the subject's id is made of, and which of the request's messages are the variant's; left out without one. */
    variant?: { model_id: string; variant_id: string; messages: number[] };
  };
  runner: RunnerType;
  status: RunStatus;
  /** What the subject answered last, meant for the user; null when it never did. */
  final_output: string | null;
  /** True when turns ran out and the last answer was asked for without tools. */
  final_output_forced: boolean;
  /** Why the run did not succeed, for people; null on success. */
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
  /** Who answered: provider and model names as reported, finish reasons, one per request. */
  provider: { name: string | null; model: string | null; finish_reason: string | null }[];
  timing: { started_at: string; finished_at: string; duration_ms: number; latency_ms: number };
  /** Summed over all requests of the trial; null when nothing was reported. */
  usage: Usage | null;
  /** Only where a model played the user. */
  simulated_user?: RecordedUser;
  /** Only where the case gives its subject files or prepares its workspace by commands. */
  workspace?: RecordedWorkspace;
  trace: TraceEvent[];
  /** Files the trial left, relative to run_N.artifacts/. */
  artifacts: OutputArtifact[];
  /** Runner internals for debugging; never shown to a judge. */
  runner_metadata: Record<string, unknown>;
}

/** What lay in the subject's workspace before its first turn, and what became of it. */
export interface RecordedWorkspace {
  /** Of the names, contents and modes of everything that the case gives; null when it gives no files. */
  sha256: string | null;
  /** The first of the given files; `file_count` and `bytes` are about all. */
  files: { path: string; bytes: number }[];
  file_count: number;
  bytes: number;
  /** The commands that prepared it; left out where there were none. */
  setup?: (string | string[])[];
  /** What the subject changed of what it found, the first thousand. */
  changed: string[];
  /** Given files that were gone at the end. */
  missing: string[];
}

export interface RecordedMessage {
  role: string;
  /** Where there are parts, these in words. */
  content: string;
  /** What was sent instead of a text; images and audio by name, SHA-256 and size. */
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
    /** What the agent says of itself is not what went over the wire; the rest of the trace is what did. */
    | { kind: "account_differs"; about: string; message: string }
    /** A host that the agent asked for and did not reach. */
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
