import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../text/index.ts";

/** Raise it when a schema reads the same bytes as something else. */
const FORMS_VERSION = 1;

/**
 * Changes with everything that decides what a file is understood as: this package's version, those of the YAML parser
 * and the schema library (package.json pins them), and the bundle that this line stands in, so that whoever works on a
 * schema never meets the forms of yesterday's.
 */
export function loaderVersion(): string {
  return createHash("sha256")
    .update(`${FORMS_VERSION}\n`)
    .update(readFileSync(join(packageRoot(), "package.json")))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest("hex");
}
