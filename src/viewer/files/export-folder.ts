import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Chunks } from "../data/chunks.ts";
import type { PageAssets } from "./assets.ts";
import { chunkScript } from "./chunk-script.ts";
import { pageHtml } from "./page-html.ts";
import { partFiles } from "./part-files.ts";

export type ExportedFolder = { ok: true; files: number } | { ok: false; problem: string };

/** Writes all pages as a folder that opens from file://. Replaces an earlier export and leaves other files alone. */
export function exportFolder(chunks: Chunks, assets: PageAssets, folder: string): ExportedFolder {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    return { ok: false, problem: `${folder} is a file; name an empty or new folder` };
  if (existsSync(folder) && !isExport(folder))
    return { ok: false, problem: `${folder} has files that are not an export of Assay; name an empty or new folder` };
  mkdirSync(join(folder, "data"), { recursive: true });
  const written = new Set<string>();
  const write = (path: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, path), content);
    written.add(path);
  };
  write("index.html", pageHtml({ live: false }));
  write("assay.js", assets.script);
  write("assay.css", assets.style);
  write("inter.otf", assets.font);
  for (const { name, value } of chunks.pages()) write(`data/${fileName(name)}`, chunkScript(name, value));
  for (const { name, script } of partFiles(chunks.trials())) write(`data/${fileName(name)}`, script);
  removeOlder(folder, written);
  return { ok: true, files: written.size };
}

/** Removes an earlier export's files that this one did not write. */
function removeOlder(folder: string, written: ReadonlySet<string>): void {
  for (const name of readdirSync(join(folder, "data")))
    if (DATA_FILE.test(name) && !written.has(`data/${name}`)) rmSync(join(folder, "data", name));
}

/** Guards against chunk names that would lead out of the folder. */
function fileName(name: string): string {
  if (!DATA_FILE.test(`${name}.js`)) throw new Error(`${name} is not the name of a chunk`);
  return `${name}.js`;
}

const DATA_FILE = /^[a-z]+(?:-[0-9a-f]{16})?(?:-\d+)?\.js$/;

function isExport(folder: string): boolean {
  const names = readdirSync(folder);
  return names.length === 0 || names.includes("assay.js");
}
