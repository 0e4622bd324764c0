import type { RecordReader } from "../../../judging/index.ts";
import type { JudgingList, JudgingRow } from "../../wire/index.ts";
import type { ListedChunk } from "./chunk-table.ts";

/** Listing and pages of a protocol's results. */
export interface JudgingPages {
  title: string;
  /** Heads of the cells between a row's state and its cost. */
  columns(records: RecordReader): JudgingList["columns"];
  /** The newest first. */
  rows(records: RecordReader): JudgingRow[];
  chunks(records: RecordReader): Iterable<ListedChunk>;
}
