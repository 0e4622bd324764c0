import type { Dimension, MediaPart, RunStatus } from "../../../records/index.ts";

/**
 * What a judge is shown about one trial: the user message itself, as one compact JSON document. Whatever the subject
 * wrote is the content of a JSON string in here and nothing else.
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
  /** What the subject was asked, in order; `turn` counts the user turns of a multiturn case. */
  task_messages: TaskMessage[];
  /** Present where the subject found files in its workspace: the first of them by name and size, and how many more there were. */
  given_files?: GivenFile[];
  given_files_note?: string;
  /** Present where a message has media: what a judge is to make of files that it can't see. */
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
  /** Images and audio are named in their places. */
  content: string;
  /** What these were, by content: their bytes are not shown. */
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
  /** Present and true when the subject ran out of turns and was asked for a last answer without tools. */
  final_output_forced?: true;
  /** What it said on the way, without the final output. */
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
    /** Only where it is: the trial does not pass unless this check does. */
    required?: true;
    /** Only where it is: the check was turned around, and passes when what its kind says is not so. */
    not?: true;
    outcome: string;
    message?: string;
  }[];
  key_trace_events: PacketEvent[];
  artifacts: PacketArtifact[];
  material_failures: { stage: string; message: string }[];
}

/** `see` points to where the content stands already: nothing is shown twice. */
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
  /** The agent's own account is not what went over the wire; everything else here is what did. */
  | { event: number; turn?: number; kind: "account_differs"; message: string }
  | { kind: "left_out"; events: number };

export interface PacketArtifact {
  artifact_type: string;
  basename: string;
  /** Where in the trial's folder, when it is not at the top. */
  path?: string;
  bytes: number;
  excerpt?: string;
  see?: string;
  /** Why there is no excerpt. */
  note?: string;
}

export interface Shortening {
  /** Dotted place in this document. */
  where: string;
  /** How many texts were shortened there, or how many entries of a list are missing. */
  texts?: number;
  entries_left_out?: number;
  characters_left_out: number;
}
