export {
  collectNotes,
  type ForeignPlace,
  type ImportEntry,
  type ImportNotes,
  type ImportOutcome,
} from "./import-notes.ts";
export type { ImportReport } from "./import-report.ts";
