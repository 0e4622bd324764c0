import { findWorkspaceRoot } from "../config/index.ts";
import { NoWorkspaceError } from "../errors/index.ts";

/** Finds the workspace around a folder. */
export async function requireWorkspaceRoot(folder: string): Promise<string> {
  const root = await findWorkspaceRoot(folder);
  if (root === null)
    throw new NoWorkspaceError("no workspace (configs/) here or above; `assay init` creates one", { folder });
  return root;
}
