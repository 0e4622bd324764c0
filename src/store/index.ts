export { writeFileAtomic, writeJsonAtomic } from "./atomic.ts";
export { type LineWriter, openLineWriter } from "./atomic-lines.ts";
export { type CallStore, openCallStore } from "./call-store.ts";
export {
  besideRecord,
  campaignFolder,
  evaluationFolder,
  outputsFolder,
  profileFolder,
  runPaths,
  supersededRunPath,
  type TrialPlace,
} from "./layout.ts";
export { removeLeftovers } from "./leftovers.ts";
export { type Lock, type LockHolder, type LockOutcome, takeLock } from "./lock.ts";
export { readStoredJson, type StoredJson } from "./read-json.ts";
export { openRunIndex, openRunIndexWriter, type RunIndex } from "./run-index.ts";
export {
  type FileRedactor,
  type KeptFiles,
  keepTrialFiles,
  type LeftOut,
  removeTree,
  TRIAL_FILES_LIMITS,
  type TrialFile,
  type TrialFilesLimits,
} from "./trial-files.ts";
export { openWritingThread } from "./writing-thread.ts";
