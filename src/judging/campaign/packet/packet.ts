import type { Dimension, MediaPart, RunStatus } from "../../../records/index.ts";

/**
 * The packet shown to a judge about one trial: the user message itself, as one compact JSON document. The subject's text appears
 * only as the content of JSON strings.
 */
export interface Packet {
  schema_version: 2;
  evaluation_target: EvaluationTarget;
  subject_response: SubjectResponse;
  execution_evidence: ExecutionEvidence;
  /** Everything that was shortened to keep to the budget; empty when the judge sees all of it. */
  shortened: Shortening[];
}

export interface EvaluationTarget {
  /** The subject's task messages in order; `turn` counts the user turns of a multiturn case. */
  task_messages: TaskMessage[];
  /** Present if the subject's workspace was given files: the first of them by name and size, and the number of others. */
  given_files?: GivenFile[];
  given_files_note?: string;
  /** Present if a message has media: explains files that the judge cannot see. */
  media_note?: string;
  expectations: { hard: WeightedText[]; soft: WeightedText[] };
  rubric?: unknown;
  anchors?: { label: string; text: string }[];
  dimensions: readonly Dimension[];
}

interface GivenFile {
  path: string;
  bytes: number;
}

export interface TaskMessage {
  role: string;
  name?: string;
  turn?: number;
  /** Images and audio are replaced by their names. */
  content: string;
  /** The media by content; their bytes are not shown. */
  media?: PacketMedia[];
}

type PacketMedia = Pick<MediaPart, "name" | "media_type" | "bytes" | "sha256">;

interface WeightedText {
  text: string;
  weight: number;
}

export interface SubjectResponse {
  status: RunStatus;
  /** Null when the subject never answered. */
  final_output: string | null;
  /** Present and true when the subject ran out of turns and a last answer was requested without tools. */
  final_output_forced?: true;
  /** Its messages along the way, without the final output. */
  assistant_messages: string[];
  tool_activity_summary: {
    tool_call_count: number;
    failed_tool_call_count: number;
    tools_offered: string[];
    tools_used: string[];
  };
}

export interface ExecutionEvidence {
  deterministic_summary: {
    passed_checks: number;
    failed_checks: number;
    error_checks: number;
    total_checks: number;
  };
  check_results: {
    check_id: string;
    kind: string;
    dimensions?: string[];
    /** Present if true: the trial passes only if this check does. */
    required?: true;
    /** Present if true: the check was negated, and passes when what its kind says is false. */
    not?: true;
    outcome: string;
    message?: string;
  }[];
  key_trace_events: PacketEvent[];
  artifacts: PacketArtifact[];
  material_failures: { stage: string; message: string }[];
}

/** `see` refers to the place of the content, so that nothing is shown twice. */
export type PacketEvent =
  | { event: number; turn?: number; kind: "message"; role: string; see: string }
  | { event: number; turn?: number; kind: "tool_call"; tool_name: string; arguments: string }
  | {
      event: number;
      turn?: number;
      kind: "tool_result";
      tool_name: string;
      status: "success" | "error";
      content?: string;
      see?: string;
    }
  /** The agent's own account differs from the wire traffic, which everything else here is taken from. */
  | { event: number; turn?: number; kind: "account_differs"; message: string }
  | { kind: "left_out"; events: number };

export interface PacketArtifact {
  artifact_type: string;
  basename: string;
  /** Path in the trial's folder, unless at its top. */
  path?: string;
  bytes: number;
  excerpt?: string;
  see?: string;
  /** The reason for a missing excerpt. */
  note?: string;
}

export interface Shortening {
  /** Dotted path in this document. */
  where: string;
  /** Number of shortened texts, or of missing entries of a list. */
  texts?: number;
  entries_left_out?: number;
  characters_left_out: number;
}
