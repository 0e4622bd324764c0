import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { walkTree } from "../../trees/index.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { findWorkspaceRoot, kindOf } from "../finding/workspace-root.ts";
import { SCHEMA_FOLDER, schemaFiles } from "../reference/schema-files.ts";
import { DEFAULT_TEMPLATE, shippedTemplates, TEMPLATE_CARD } from "./templates.ts";

export type CreatedWorkspace = { ok: true; root: string; files: string[] } | { ok: false; message: string };

/** Results, and keys: neither belongs into a repository. */
const IGNORED = "outputs/\n.env\n";

/** Writes a workspace that validates and runs offline: a copy of a shipped template. Overwrites nothing. */
export async function createWorkspace(
  directory: string,
  templateName: string = DEFAULT_TEMPLATE,
): Promise<CreatedWorkspace> {
  const templates = shippedTemplates();
  const template = templates.find(({ name }) => name === templateName);
  if (template === undefined) {
    const names = templates.map(({ name }) => name);
    const close = didYouMean(templateName, names);
    const message = `no template is called "${templateName}"; there are ${names.join(", ")}.${close ? ` ${close}` : ""}`;
    return { ok: false, message };
  }
  const root = resolve(directory);
  const kind = kindOf(root);
  if (kind === "file" || kind === "other") return { ok: false, message: `${directory} is not a directory` };
  if ((await findWorkspaceRoot(root)) === root)
    return { ok: false, message: `${directory} already holds a workspace (configs/); nothing was changed` };
  const contents = new Map<string, string | Buffer>();
  for (const path of filesOfTemplate(template.folder)) contents.set(path, await readFile(join(template.folder, path)));
  for (const [name, text] of schemaFiles()) contents.set(`${SCHEMA_FOLDER}/${name}`, text);
  // One that is there is somebody's own, and most projects have one.
  if (kindOf(join(root, ".gitignore")) === "nothing") contents.set(".gitignore", IGNORED);
  const taken: string[] = [];
  for (const path of contents.keys()) if (kindOf(join(root, path)) !== "nothing") taken.push(path);
  if (taken.length > 0)
    return { ok: false, message: `${taken.join(", ")} already there in ${directory}; nothing was changed` };
  try {
    for (const [path, content] of contents) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content, { flag: "wx" });
    }
  } catch (error) {
    return { ok: false, message: `${directory} cannot be written: ${(error as Error).message}` };
  }
  return { ok: true, root, files: [...contents.keys()].sort() };
}

/** Files of the template, sorted. Its card, what a run left there, and schemas that are written anew, are not part of it. */
function filesOfTemplate(folder: string): string[] {
  const leaveOut = (name: string) => name.startsWith(".") || name === "outputs" || name === TEMPLATE_CARD;
  return [...walkTree(folder, { leaveOut })].flatMap(({ kind, path }) => (kind === "file" ? [path] : []));
}
