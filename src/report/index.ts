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
  type JudgingReport,
  type PlannedTrialReport,
  type PlanReport,
} from "./plan-report.ts";
export { renderPlanReport } from "./plan-report-text.ts";
export { composeRunReport, type ReportedTrial, type RunReport, type RunTotals, type Spend } from "./run-report.ts";
export { renderRunReport } from "./run-report-text.ts";
export * from "./shard/index.ts";
export * from "./statistics/index.ts";
export type { StoredRecords } from "./stored-records.ts";
export * from "./trials/index.ts";
