export { type CopyOptions, copyWorkspace, giveTo } from "./copy-workspace.ts";
export { collectWorkspace, keepText, type WorkspaceEvidence } from "./evidence.ts";
export { evidenceFiles } from "./evidence-files.ts";
export { fillWorkspace } from "./fill-workspace.ts";
export { type KeptChanges, keepChanges, rememberWorkspace } from "./keep-changes.ts";
export { openInside, readInside } from "./open-inside.ts";
export { recordWorkspace } from "./record-workspace.ts";
export { runSetup, SETUP_LIMITS } from "./run-setup.ts";
export { scanTree, type TreeEntry } from "./scan-tree.ts";
