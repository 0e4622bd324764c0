export { type PageAssets, readAssets } from "./assets.ts";
export { chunkScript } from "./chunk-script.ts";
export { type ExportedFolder, exportFolder } from "./export-folder.ts";
export { contentPolicy, pageHtml, selfContainedHtml } from "./page-html.ts";
