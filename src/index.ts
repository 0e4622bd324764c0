/** The library door of the npm package: what the CLI uses, for programs. */
export {
  type CampaignConfig,
  type Diagnostic,
  formatDiagnostics,
  type Loaded,
  loadCampaign,
  loadEvaluationProfile,
  validatePaths,
} from "./config/index.ts";
export type { RunArtifact, TraceEvent } from "./records/index.ts";
/** Intervals, paired comparison, agreement and power: pure functions. */
export * as statistics from "./statistics/index.ts";
