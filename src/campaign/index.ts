export { damageSentences, paidAgainSentence } from "./damage-sentences.ts";
export type { TrialDecision } from "./decide-trial.ts";
export { environmentSecrets } from "./environment-secrets.ts";
export { type CostEstimate, estimatePlan, type ModelEstimate } from "./estimate.ts";
export { type ExecuteOptions, executePlan } from "./execute.ts";
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
  TrialSelection,
} from "./plan.ts";
export { planCampaign } from "./plan-campaign.ts";
export type { PlannedTrial } from "./planned-trial.ts";
export { type CampaignRun, type RunCampaignOptions, runCampaign } from "./run-campaign.ts";
export { writeRunFile } from "./run-file.ts";
export { DEFAULT_SETTINGS, gatewayOf } from "./settings.ts";
