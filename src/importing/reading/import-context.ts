import type { ImportNotes } from "../notes/import-notes.ts";
import type { FileReferences } from "./file-references.ts";
import type { Placed } from "./placed.ts";

/** What every part of the import of a foreign file needs. */
export interface ImportContext {
  /** The file itself. */
  root: Placed;
  files: FileReferences;
  notes: ImportNotes;
  /** Values that must be in no file that is written. */
  secrets: Set<string>;
  /** Names of variables that have to be set instead. */
  environment: Set<string>;
  /** Code of the user, by its path in the folder of hooks. */
  hookFiles: Map<string, string>;
}
