import type { ContentPart, MediaPart } from "../../records/index.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import type { OfferedTool } from "../tools/loaded-tool.ts";

/** A test case with everything it refers to found and read. */
export interface LoadedCase {
  case: TestCase;
  /** Absolute path of its test.yaml; relative paths of the case start at its folder. */
  path: string;
  messages: ResolvedMessage[];
  turns: ResolvedMessage[];
  attachments: ResolvedAttachment[];
  /** JSON Schemas that checks name as files, by the path as written; absent when none does. */
  checkSchemas?: Record<string, Record<string, unknown>>;
  /** Files of the parts of messages; left out where there are none. */
  media?: MediaFile[];
  /** What lies in the workspace before the first turn; left out where nothing does. */
  workspace?: GivenFiles;
  /** The tools that the model may call, each with what it refers to. */
  tools: OfferedTool[];
  /** Of a case that a row of a dataset made: where it comes from. */
  row?: CaseRow;
}

interface CaseRow {
  /** The `case_id` of the case with the dataset. */
  datasetCaseId: string;
  rowId: string;
  /** For people: `configs/cases/refund/rows.csv:3`. */
  place: string;
}

/** A message after `source` has been read: what is really sent. */
export interface ResolvedMessage {
  role: "system" | "user" | "assistant" | "tool";
  /** Where there are parts, these in words. */
  content: string;
  /** Sent in place of the text. */
  parts?: readonly ContentPart[];
  name?: string;
}

/** An image or a recording in the workspace. */
export interface MediaFile extends Omit<MediaPart, "detail"> {
  path: string;
}

/** Files that a case gives to its subject. The rows of a dataset that name the same files share one of these. */
export interface GivenFiles {
  /** Sorted by path. */
  entries: readonly GivenEntry[];
}

/** By its path in the workspace, with `/` as separator. */
export type GivenEntry =
  /** `from` is absolute; `mode` is one of 644, 755, 444 and 555, so that it is the same on every machine. */
  | { kind: "file"; path: string; from: string; bytes: number; mode: number }
  | { kind: "link"; path: string; target: string }
  /** One that nothing lies in. */
  | { kind: "folder"; path: string };

/** A file whose content is injected; identified by content, not by where it lies. */
export interface ResolvedAttachment {
  filename: string;
  path: string;
  sha256: string;
  bytes: number;
  /** For an image or a recording, which is sent as it is; everything else is text. */
  media?: MediaFile;
}
