import { type Dirent, readdirSync } from "node:fs";

/** Lists a folder by name, so that equal folders give equal lists. */
export function entriesByName(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
}
