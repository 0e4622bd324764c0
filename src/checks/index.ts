export type { CheckSurroundings } from "./looking/subject.ts";
export { runChecks } from "./run-checks.ts";
