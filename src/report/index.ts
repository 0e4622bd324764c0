export * from "./batch/index.ts";
export * from "./calibration/index.ts";
export * from "./campaign/index.ts";
export * from "./chart/index.ts";
export * from "./compare/index.ts";
export * from "./gate/index.ts";
export { interruption } from "./interruption.ts";
export * from "./labels/index.ts";
export * from "./listing/index.ts";
export {
  composePlanReport,
  type JudgingPlan,
  type PlanReport,
} from "./plan-report.ts";

export { composeRunReport, type RunReport } from "./run-report.ts";

export * from "./shard/index.ts";
export * from "./statistics/index.ts";
export type { StoredRecords } from "./stored-records.ts";
export * from "./trials/index.ts";
