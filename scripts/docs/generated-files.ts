import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDirectory } from "../../src/config/finding/workspace-root.ts";
import { SCHEMA_FOLDER, schemaFiles } from "../../src/config/reference/schema-files.ts";
import { fillReferencePage } from "./configuration-page.ts";

/**
 * The files of this repository that are made from the schemas, by path: the reference page and the JSON Schemas that
 * examples with a folder configs/.schemas point editors to. `npm run docs` writes them; a test compares.
 */
export async function generatedFiles(projectRoot: string): Promise<Map<string, string>> {
  const template = await readFile(join(projectRoot, "scripts/docs/configuration.md"), "utf8");
  const files = new Map([["docs/configuration.md", fillReferencePage(template)]]);
  for (const example of (await readdir(join(projectRoot, "examples"))).sort()) {
    if (!isDirectory(join(projectRoot, "examples", example, SCHEMA_FOLDER))) continue;
    for (const [name, text] of schemaFiles()) files.set(`examples/${example}/${SCHEMA_FOLDER}/${name}`, text);
  }
  return files;
}
