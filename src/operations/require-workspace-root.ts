import { findWorkspaceRoot } from "../config/index.ts";
import { NoWorkspaceError } from "../errors/index.ts";

/** Finds the workspace that a folder is in. */
export async function requireWorkspaceRoot(folder: string): Promise<string> {
  const root = await findWorkspaceRoot(folder);
  if (root === null)
    throw new NoWorkspaceError("no workspace (configs/) here or above; `assay init` creates one", { folder });
  return root;
}
