/** The light door of config/: where a workspace is. It loads nothing that knows YAML or schemas, so that completion answers in a moment. */
export { FOLDERS, findWorkspaceRoot } from "./workspace-root.ts";
