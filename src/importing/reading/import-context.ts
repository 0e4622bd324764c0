import type { ImportNotes } from "../notes/import-notes.ts";
import type { FileReferences } from "./file-references.ts";
import type { Located } from "./located.ts";

/** The context shared by all parts of an import. */
export interface ImportContext {
  root: Located;
  files: FileReferences;
  notes: ImportNotes;
  /** Values that must not appear in any written file. */
  secrets: Set<string>;
  /** Names of variables to set instead. */
  environment: Set<string>;
  /** The user's code, by path in the hooks folder. */
  hookFiles: Map<string, string>;
}
