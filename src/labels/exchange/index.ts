export { labelsAsLines, labelsAsTable } from "./export-labels.ts";
export { type ImportedRow, type LabelImport, openImport, type RowDefaults } from "./import-labels.ts";
export { type ReadRow, readRows } from "./read-rows.ts";
