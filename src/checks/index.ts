export { type RunChecks, runChecks } from "./run-checks.ts";
