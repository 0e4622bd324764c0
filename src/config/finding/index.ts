/** Finds workspaces without loading YAML or schemas, so that completion answers at once. */
export { FOLDERS, findWorkspaceRoot } from "./workspace-root.ts";
