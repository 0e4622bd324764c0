export { copyFolder, copyWorkspace, giveTo } from "./copy-workspace.ts";
export { collectWorkspace, keepText, type WorkspaceEvidence } from "./evidence.ts";
export { evidenceFiles } from "./evidence-files.ts";
export { openInside, readInside } from "./open-inside.ts";
export { scanTree, sha256OfFile, type TreeEntry } from "./scan-tree.ts";
