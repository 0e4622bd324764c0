import { findWorkspaceRoot } from "../../config/index.ts";
import { outputsFolder } from "../../store/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";

/** Absolute path of the store of a workspace, or of the folder itself where there is none. */
export async function storeOfWorkspace(options: Surroundings): Promise<string> {
  const { cwd } = completeSurroundings(options);
  return outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd);
}
