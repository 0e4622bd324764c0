export type { Taken, TakeOptions } from "./claims/claims.ts";
export { writeFileAtomic, writeJsonAtomic, writePiecesAtomic } from "./files/atomic.ts";
export { openLineWriter } from "./files/atomic-lines.ts";
export { diskProblem, tryWriting } from "./files/disk-problem.ts";
export { removeLeftovers } from "./files/leftovers.ts";
export { type Lock, type LockHolder, lockHolder, takeLock } from "./files/lock.ts";
export { readStoredJson, readStoredJsonNow, type StoredJson } from "./files/read-json.ts";
export { findStore } from "./find-store.ts";
export { mediaDamage } from "./folders-of-run.ts";

export {
  CACHE_FOLDER,
  campaignLock,
  evaluationFiles,
  evaluationFolder,
  evaluationsFolder,
  namedFolder,
  outputsFolder,
  runFiles,
  runsFolder,
} from "./layout.ts";
export { type ListedCampaign, type ListedTrial, listCampaigns, listTrials } from "./list.ts";
export { listNamed, type NamedResult } from "./list-named.ts";
export { listRuns, type TrialEntry } from "./list-runs.ts";
export type { DamagedRecord, Entry } from "./log/entry.ts";
export type { Log, ReadRecord } from "./log/log.ts";
export { type ForeignStore, type MergedStore, mergeStores, openForeignStore } from "./merge.ts";
export {
  describePack,
  MANIFEST_PATH,
  type PackManifest,
  readPack,
  type UnpackLimits,
  writePack,
} from "./packed/index.ts";
export { type PruneWish, type Pruning, planPruning } from "./pruning/plan-pruning.ts";
export { pruningLock } from "./pruning/pruning-lock.ts";
export { removePruned } from "./pruning/remove-pruned.ts";
export { type StoreSizes, sizeBelow, sizesOf } from "./pruning/sizes.ts";
export { countReplaced } from "./pruning/superseded.ts";
export { type ReadTrialFile, readTrialFile } from "./read-trial-file.ts";
export type { EvaluationTexts } from "./reading-tree.ts";
export { quoteForeign } from "./receive/quote-foreign.ts";
export { type ReceivedValue, receiveJson, shapeProblem } from "./receive/receive-json.ts";
export { type PackedEntry, pathProblemOf, sortEntries, TREE_ENTRIES } from "./receive/tree-entries.ts";
export { type FetchContent, type PackedTreeLimits, unpackTree } from "./receive/unpack-tree.ts";
export { currentRun, missingFile, occupantOf } from "./runs.ts";
export type { FileRedactor } from "./secrets-in-files.ts";
export { openMemoryStore, openStore, type Store, type StoreOptions } from "./store.ts";
export { storeVersion } from "./store-version.ts";
export {
  type KeptFiles,
  keepTrialFiles,
  type LeftOut,
  removeTree,
  TRIAL_FILES_LIMITS,
  type TrialFile,
} from "./trial-files.ts";

export { fileDamage } from "./whole-files.ts";
