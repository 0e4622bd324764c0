export type { CheckSurroundings } from "./looking/subject.ts";
export { type RunChecks, runChecks } from "./run-checks.ts";
