export { type CheckSurroundings, runChecks } from "./run-checks.ts";
export type { CheckResult } from "./types.ts";
