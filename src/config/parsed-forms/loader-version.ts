import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../text/index.ts";

/** Increase when a schema reads the same bytes differently. */
const FORMS_VERSION = 1;

/**
 * Changes with everything that affects parsing: the versions of this package, of the YAML parser and of the schema library (both pinned in
 * package.json), and the bundle itself, so that development builds never use outdated forms.
 */
export function loaderVersion(): string {
  return createHash("sha256")
    .update(`${FORMS_VERSION}\n`)
    .update(readFileSync(join(packageRoot(), "package.json")))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest("hex");
}
