export { type CompareOptions, type CompareResult, compare } from "./compare.ts";
export type { Controls, Remark, Surroundings } from "./controls.ts";
export type { FunctionAnswer, FunctionModel, FunctionRequest } from "./function-gateways.ts";
export { type MadeFiles, type MakeFilesOptions, makeFiles } from "./make-files.ts";
export { missedThresholds } from "./missed-thresholds.ts";
export type { CampaignOptions } from "./open-campaign.ts";
export { OperationError } from "./operation-error.ts";
export { plan } from "./plan.ts";
export { type ReportOptions, report } from "./report.ts";
export { type RunOptions, run } from "./run.ts";
export { type RunEvalEvent, type RunEvalOptions, type RunEvalResult, runEval } from "./run-eval.ts";
export {
  init,
  type ListedCase,
  type ListedSuite,
  listCases,
  listSchemas,
  listSuites,
  type ShownSuite,
  schema,
  showSuite,
  type Validation,
  validate,
  writeSchemas,
} from "./workspace.ts";
