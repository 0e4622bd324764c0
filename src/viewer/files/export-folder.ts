import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Chunks } from "../data/index.ts";
import type { PageAssets } from "./assets.ts";
import { chunkScript } from "./chunk-script.ts";
import { pageHtml } from "./page-html.ts";

export type ExportedFolder = { ok: true; files: number } | { ok: false; problem: string };

/** Writes everything that the page can show as a folder that opens from file://. An earlier export is replaced; other files are left alone. */
export function exportFolder(chunks: Chunks, assets: PageAssets, folder: string): ExportedFolder {
  if (existsSync(folder) && !isExport(folder))
    return { ok: false, problem: `${folder} has files that are no export of Assay; name an empty or new folder` };
  mkdirSync(join(folder, "data"), { recursive: true });
  let files = 0;
  const write = (path: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, path), content);
    files += 1;
  };
  write("index.html", pageHtml({ live: false }));
  write("assay.js", assets.script);
  write("assay.css", assets.style);
  write("inter.otf", assets.font);
  for (const { name, value } of chunks.each()) write(`data/${fileName(name)}`, chunkScript(name, value));
  return { ok: true, files };
}

/** Chunks are named by us; should that ever change, no name leads out of the folder. */
function fileName(name: string): string {
  if (!/^[a-z]+[a-z0-9-]*$/.test(name)) throw new Error(`${name} is no name of a chunk`);
  return `${name}.js`;
}

function isExport(folder: string): boolean {
  const names = readdirSync(folder);
  return names.length === 0 || names.includes("assay.js");
}
