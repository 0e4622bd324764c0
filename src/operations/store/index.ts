export { checkStore } from "./check-store.ts";
export { listStore } from "./list-store.ts";
export { type MergeStoreOptions, mergeStore } from "./merge-store.ts";
export { storeOverview } from "./overview.ts";
export { type PruneStoreOptions, pruneStore } from "./prune.ts";
export { storeWeights } from "./weights.ts";
