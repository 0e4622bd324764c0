export { type GlobalLimits, type GlobalLimitsOptions, openGlobalLimits } from "./open-global-limits.ts";
