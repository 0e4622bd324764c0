import type { ImportEntry } from "./import-notes.ts";

/** The output of `assay import … --output json`. */
export interface ImportReport {
  schema_version: 1;
  kind: "import_report";
  /** The program that wrote the file. */
  made_by: string;
  from: string;
  into: string;
  /** Files written, relative to `into`. */
  files: string[];
  counts: Record<string, number>;
  entries: ImportEntry[];
  /** Result of `assay validate` on the written workspace; null if no workspace was written. */
  validation: { ok: boolean; errors: number; warnings: number } | null;
  /** Variables to set, because keys are never copied. */
  environment: string[];
  /** Suggested next commands. */
  next: string[];
}
