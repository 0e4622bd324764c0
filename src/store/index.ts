export { writeFileAtomic, writeJsonAtomic } from "./atomic.ts";
export { type CallStore, openCallStore } from "./call-store.ts";
export { readStoredJson, type StoredJson } from "./read-json.ts";
