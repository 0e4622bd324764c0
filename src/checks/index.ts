export { declaredCheck, type RunChecks, runChecks } from "./run-checks.ts";
