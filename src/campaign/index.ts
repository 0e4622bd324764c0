export { damageSentences, paidAgainSentence } from "./damage-sentences.ts";
export type { TrialDecision } from "./decide-trial.ts";
export { discoverHere } from "./discover-here.ts";
export { environmentSecrets } from "./environment-secrets.ts";
export { type CostEstimate, estimatePlan, type ModelEstimate } from "./estimate.ts";
export { type ExecuteOptions, executePlan } from "./execute.ts";
export {
  crashedTrial,
  type ExecutedTrial,
  type ExecuteTrial,
  executeHere,
  type Machine,
  type TrialStage,
} from "./execute-trial.ts";
export { identify, runProfileFingerprint, type TrialFingerprint } from "./identity.ts";
export {
  type CampaignEvent,
  type CampaignOutcome,
  type CampaignStop,
  groupByModel,
  type ReadyTrial,
  type TrialOutcome,
  trialName,
} from "./outcome.ts";
export type {
  CampaignPlan,
  GatewaySource,
  PlanOptions,
} from "./plan.ts";
export { planCampaign } from "./plan-campaign.ts";
export type { PlannedTrial } from "./planned-trial.ts";
export { type CampaignRun, type RunCampaignOptions, runCampaign } from "./run-campaign.ts";
export { writeRunFile } from "./run-file.ts";
export type { SelectedRepetitions, TrialSelection } from "./selected-trials.ts";
export { canLeaveFiles, DEFAULT_SETTINGS, gatewayOf } from "./settings.ts";
export type { CampaignShard, PlannedShard } from "./shard-of-campaign.ts";
export { userOfCase } from "./simulated-user.ts";
