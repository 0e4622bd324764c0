export { type CheckSurroundings, runChecks } from "./run-checks.ts";
