export { callNow } from "./call-now.ts";
export { onPath } from "./on-path.ts";
export { type ProcessResult, succeeded } from "./process-result.ts";
export { CALL_MARK, endStrays } from "./strays.ts";
export { type Bounds, type Launch, supervise } from "./supervise.ts";
