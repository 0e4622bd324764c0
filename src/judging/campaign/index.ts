export * from "./aggregate.ts";

export { manifestText } from "./campaign-manifest.ts";
export { type Difference, differenceBetween } from "./difference.ts";
export { distinctCalls, distinctlyJudged } from "./distinct-calls.ts";
export {
  type EvaluateOptions,
  type EvaluationEvent,
  openEvaluation,
} from "./evaluate-campaign.ts";
export { finalResultOf } from "./evaluation-texts.ts";
export { openEvidenceLookup } from "./grounding.ts";
export * from "./grounding-count.ts";
export { estimateJudging, type JudgeEstimate } from "./judging-estimate.ts";
export { type LocatedReference, openReferenceLocator } from "./locate-reference.ts";
export * from "./packet/build-packet.ts";
export type * from "./packet/packet.ts";
export type { AskedJudge } from "./raw-judge-records.ts";
export { repeatChecks } from "./repeat-checks.ts";
export { renderEvaluationFiles } from "./restore-files.ts";
export {
  readCampaignListing,
  readCampaignRecord,
  readStoredCampaign,
  type StoredCampaignName,
} from "./stored-campaign.ts";
export { readStoredEvaluation } from "./stored-evaluation.ts";
export { trialAgain } from "./trial-again.ts";

export { leftOut, readyToJudge, trialsOfPlan } from "./trials-to-judge.ts";
export * from "./verdict-contract.ts";
export {
  type ExpectedJudging,
  plannedRun,
  type ReadJudging,
  readExpectedJudging,
} from "./verifying/expected-judging.ts";
export { type VerifiedEvaluation, verifyEvaluation } from "./verifying/verify-evaluation.ts";
export { verifyRun } from "./verifying/verify-run.ts";
