export { ArchiveLimitError, type ArchiveLimits, decompressed } from "./decompressed.ts";
export { copyForeignFile, openWithoutFollowing } from "./foreign-files.ts";
export { copyForeignTree, namesInForeign, refuseOddTree } from "./foreign-store.ts";
export { type ReceivedValue, receiveJson, shapeProblem } from "./receive-json.ts";
export { quoteForeign, RefusedBytesError } from "./refused-bytes.ts";
export {
  type PackedEntry,
  pathProblemOf,
  sortEntries,
  TREE_ENTRIES,
} from "./tree-entries.ts";
export { type FetchContent, type PackedTreeLimits, unpackTree } from "./unpack-tree.ts";
