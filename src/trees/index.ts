export { copyTree } from "./copy-tree.ts";
export { sha256OfFile } from "./hash-file.ts";
export { linkProblem } from "./link-problem.ts";
export { type Looks, noteLook, openLooks } from "./looks.ts";
export { type TreeLimits, type WalkedEntry, type WalkOptions, walkTree } from "./walk-tree.ts";
export { isTaken, type WrittenFiles, writeNewFiles } from "./write-new-files.ts";
