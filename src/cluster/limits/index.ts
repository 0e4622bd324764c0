export { openGlobalLimits } from "./open-global-limits.ts";
