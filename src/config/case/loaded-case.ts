import type { ContentPart, MediaPart } from "../../records/index.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import type { OfferedTool } from "../tools/loaded-tool.ts";

/** Test case with its references resolved. */
export interface LoadedCase {
  case: TestCase;
  /** Absolute path of its test.yaml; the case's relative paths start at that folder. */
  path: string;
  messages: ResolvedMessage[];
  turns: ResolvedMessage[];
  attachments: ResolvedAttachment[];
  /** Schema files of checks, by path as written; absent without any. */
  checkSchemas?: Record<string, Record<string, unknown>>;
  /** Media files in messages; omitted without any. */
  media?: MediaFile[];
  /** Contents of the workspace before the first turn; omitted if empty. */
  workspace?: GivenFiles;
  /** Tools that the model may call, resolved. */
  tools: OfferedTool[];
  /** Origin, for a case made from a dataset row. */
  row?: CaseRow;
}

interface CaseRow {
  /** The `case_id` of the case with the dataset. */
  datasetCaseId: string;
  rowId: string;
  /** Position to show, such as `configs/cases/refund/rows.csv:3`. */
  place: string;
}

/** Message to send, after reading its `source`. */
export interface ResolvedMessage {
  role: "system" | "user" | "assistant" | "tool";
  /** Text form of the message, also when it has parts. */
  content: string;
  /** Sent instead of the text. */
  parts?: readonly ContentPart[];
  name?: string;
}

/** Image or recording in the workspace. */
export interface MediaFile extends Omit<MediaPart, "detail"> {
  path: string;
}

/** Files that a case gives to its subject, shared by dataset rows that name the same ones. */
export interface GivenFiles {
  /** Sorted by path. */
  entries: readonly GivenEntry[];
}

/** Identified by its path in the workspace, separated by `/`. */
export type GivenEntry =
  /** `from` is absolute; `mode` is 644, 755, 444 or 555, so that it is the same on every machine. */
  | { kind: "file"; path: string; from: string; bytes: number; mode: number }
  | { kind: "link"; path: string; target: string }
  /** An empty folder. */
  | { kind: "folder"; path: string };

/** Attached file, identified by its content rather than its path. */
export interface ResolvedAttachment {
  filename: string;
  path: string;
  sha256: string;
  bytes: number;
  /** Present for an image or recording, which is sent unchanged; everything else is text. */
  media?: MediaFile;
}
