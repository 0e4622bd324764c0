import { lstatSync } from "node:fs";
import { join } from "node:path";
import { entriesByName } from "../files/entries-by-name.ts";

/** Lists regular files at or below a path in outputs/, by name, and counts links without following them. */
export function filesBelow(outputs: string, place: string): { files: string[]; links: number; isThere: boolean } {
  const root = lstatSync(join(outputs, place), { throwIfNoEntry: false });
  if (root === undefined) return { files: [], links: 0, isThere: false };
  if (root.isFile()) return { files: [place], links: 0, isThere: true };
  const found = { files: [] as string[], links: 0, isThere: true };
  if (!root.isDirectory()) return { ...found, links: 1 };
  const walk = (folder: string) => {
    for (const entry of entriesByName(join(outputs, folder))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) found.files.push(path);
      else found.links += 1;
    }
  };
  walk(place);
  return found;
}
