import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isTaken, type WrittenFiles, writeNewFiles } from "../../files/index.ts";
import { findWorkspaceRoot } from "../finding/workspace-root.ts";
import { SCHEMA_FOLDER, schemaFiles } from "../reference/schema-files.ts";
import { filesToCopy } from "./files-to-copy.ts";
import { findShipped } from "./find-shipped.ts";
import { DEFAULT_TEMPLATE, shippedTemplates, TEMPLATE_CARD } from "./templates.ts";

/** Results and keys do not belong in a repository. */
const IGNORED = "outputs/\n.env\n";

/** Files about the template itself; a project has its own README. */
const NOT_COPIED = [TEMPLATE_CARD, "README.md"];

/** Creates a workspace that validates and runs offline from a shipped template. Overwrites nothing. */
export async function createWorkspace(
  directory: string,
  templateName: string = DEFAULT_TEMPLATE,
): Promise<WrittenFiles> {
  const template = findShipped("template", templateName, shippedTemplates());
  if (!template.ok) return template;
  const { folder } = template.value;
  const root = resolve(directory);
  if ((await findWorkspaceRoot(root)) === root)
    return { ok: false, message: `${directory} already holds a workspace (configs/); nothing was changed` };
  const contents = new Map<string, string | Buffer>();
  for (const path of filesToCopy(folder, NOT_COPIED)) contents.set(path, await readFile(join(folder, path)));
  for (const [name, text] of schemaFiles()) contents.set(`${SCHEMA_FOLDER}/${name}`, text);
  // Keep an existing .gitignore.
  if (!isTaken(join(root, ".gitignore"))) contents.set(".gitignore", IGNORED);
  return writeNewFiles(directory, contents);
}
