import { findWorkspaceRoot } from "../../config/index.ts";
import { outputsFolder } from "../../store/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";

/** Returns the absolute path of a workspace's store, or that of the folder itself outside of one. */
export async function findStoreOfWorkspace(options: Surroundings): Promise<string> {
  const { cwd } = completeSurroundings(options);
  return outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd);
}
