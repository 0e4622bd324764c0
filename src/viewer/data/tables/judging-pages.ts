import type { RecordReader } from "../../../judging/index.ts";
import type { JudgingList, JudgingRow } from "../../wire/index.ts";
import type { ListedChunk } from "./chunk-table.ts";

/** How the results of one protocol are listed, and the pages about them. */
export interface JudgingPages {
  title: string;
  /** Heads of the cells between a row's state and its cost. */
  columns(records: RecordReader): JudgingList["columns"];
  /** The newest first. */
  rows(records: RecordReader): JudgingRow[];
  chunks(records: RecordReader): Iterable<ListedChunk>;
}
