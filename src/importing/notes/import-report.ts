import type { ImportEntry } from "./import-notes.ts";

/** What `assay import … --output json` prints. */
export interface ImportReport {
  schema_version: 1;
  kind: "import_report";
  /** The program whose file it was. */
  made_by: string;
  from: string;
  into: string;
  /** What was written, below `into`. */
  files: string[];
  /** How many of each there are. */
  counts: Record<string, number>;
  entries: ImportEntry[];
  /** Whether what was written is a workspace that `assay validate` accepts; null where no workspace was written. */
  validation: { ok: boolean; errors: number; warnings: number } | null;
  /** Variables that have to be set, because keys are never copied. */
  environment: string[];
  /** Commands to go on with. */
  next: string[];
}
