export { type FileReferences, isFileReference, openFileReferences, withoutScheme } from "./file-references.ts";
export { openForeignFile } from "./foreign-file.ts";
export type { ImportContext } from "./import-context.ts";
export { followReference, itemsOf, type Placed, placedAt, placedIn } from "./placed.ts";
