export { CALLS } from "./calls.ts";
export type { Column, Table, TableCell, TableRow } from "./column.ts";
export { csvOf } from "./csv.ts";
export { jsonLinesOf } from "./jsonl.ts";
export { TRIALS } from "./trials.ts";
export { VERDICTS } from "./verdicts.ts";
