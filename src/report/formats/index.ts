/**
 * The light door of report/: which formats there are, and one function that renders any of them. It loads nothing but this table, so that
 * `assay --help` can list the formats; a renderer is loaded when it is first used.
 */

export { renderPieces, renderResult } from "./render-result.ts";
export { type FormatName, formatsOf, type RenderOptions, type ResultKind, type ResultValues } from "./table.ts";
