/** Lists formats and renders any of them. Loads only this table, so that `assay --help` stays fast; renderers are loaded on first use. */

export { renderPieces, renderResult } from "./render-result.ts";
export { type FormatName, formatsOf, type RenderOptions, type ResultKind, type ResultValues } from "./table.ts";
