export { writeFileAtomic, writeJsonAtomic } from "./atomic.ts";
export { type CallStore, openCallStore } from "./call-store.ts";
export {
  besideRecord,
  campaignFolder,
  evaluationFolder,
  outputsFolder,
  profileFolder,
  runPaths,
  runPointerPath,
  supersededRunPath,
  type TrialPlace,
} from "./layout.ts";
export { type Lock, type LockHolder, type LockOutcome, takeLock } from "./lock.ts";
export { readStoredJson, type StoredJson } from "./read-json.ts";
