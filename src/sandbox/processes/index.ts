export { callNow } from "./call-now.ts";
export { groupsCanLimitMemory } from "./find-memory-groups.ts";
export { callAfterOurDeath } from "./keeper.ts";
export { onPath } from "./on-path.ts";
export { type ProcessResult, succeeded } from "./process-result.ts";
export { type Bounds, type Launch, type ProgramStreams, supervise } from "./supervise.ts";
