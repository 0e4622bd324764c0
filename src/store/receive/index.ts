export { ArchiveLimitError, type ArchiveLimits, decompressed } from "./decompressed.ts";
export { copyForeignFile, openWithoutFollowing } from "./foreign-files.ts";
export { copyForeignTree, namesInForeign, refuseOddTree } from "./foreign-store.ts";
export { type JsonLimits, type ReceivedValue, receiveJson, shapeProblem } from "./receive-json.ts";
export { quoteForeign, RefusedBytesError } from "./refused-bytes.ts";
export {
  type EntryLimits,
  type PackedEntry,
  pathProblemOf,
  type RefusedEntry,
  sortEntries,
  TREE_ENTRIES,
} from "./tree-entries.ts";
export { type FetchContent, type PackedTreeLimits, unpackTree } from "./unpack-tree.ts";
