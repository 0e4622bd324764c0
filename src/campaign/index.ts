export { damageSentences, paidAgainSentence } from "./damage-sentences.ts";

export { discoverHere } from "./discover-here.ts";
export { environmentSecrets } from "./environment-secrets.ts";
export { estimatePlan, type ModelEstimate } from "./estimate.ts";
export type { ExecuteOptions } from "./execute-plan.ts";
export { nameOfRuns } from "./identity.ts";
export {
  crashedTrial,
  type ExecutedTrial,
  type ExecuteTrial,
  executeLocally,
} from "./local-executor.ts";
export { filesNotice, makesFiles } from "./makes-files.ts";
export {
  type CampaignEvent,
  type CampaignOutcome,
  type CampaignStop,
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
export { runCampaign } from "./run-campaign.ts";
export { writeRunFile } from "./run-file.ts";
export type { SelectedRepetitions, TrialSelection } from "./selected-trials.ts";
export { canLeaveFiles, gatewayOf } from "./settings.ts";
export type { CampaignShard } from "./shard-of-campaign.ts";
export { userOfCase } from "./simulated-user.ts";
export { openAccount, temporaryAccount } from "./spending/account.ts";
export type { HoldOutcome } from "./spending/hold-request.ts";
export { type Ledger, openLedger } from "./spending/ledger.ts";
export { ledgersTogether } from "./spending/ledgers-together.ts";
export { completeOnce } from "./spending/metered-gateway.ts";
export type { Payer } from "./spending/payer.ts";
