export { type PruneWish, type Pruning, planPruning } from "./plan-pruning.ts";
export { pruningLock } from "./pruning-lock.ts";
export { removePruned } from "./remove-pruned.ts";
export { type StoreSizes, sizeBelow, sizesOf } from "./sizes.ts";
export { countReplaced } from "./superseded.ts";
