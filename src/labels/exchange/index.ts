export { labelsAsLines, labelsAsTable } from "./export-labels.ts";
export { openImport } from "./import-labels.ts";
export { readRows } from "./read-rows.ts";
