import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let found: string | undefined;

/** The root of the installed package, with prompts/, examples/, templates/ and assets/. The same from src/ and from dist/. */
export function packageRoot(): string {
  if (found === undefined) {
    let folder = dirname(fileURLToPath(import.meta.url));
    while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
    found = folder;
  }
  return found;
}
