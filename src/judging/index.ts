export * from "./ask-judge.ts";
export * as batch from "./batch/index.ts";
export * from "./campaign/aggregate.ts";
export * from "./campaign/aggregate-panel.ts";
export { distinctCalls, distinctlyJudged } from "./campaign/distinct-calls.ts";
export {
  type EvaluatedCampaign,
  type EvaluateOptions,
  type EvaluationEvent,
  evaluateCampaign,
  trialsOfOutcomes,
  trialsOfPlan,
} from "./campaign/evaluate-campaign.ts";
export type { TrialToJudge } from "./campaign/evaluate-trial.ts";
export * from "./campaign/grounding.ts";
export * from "./campaign/packet/build-packet.ts";
export type * from "./campaign/packet/packet.ts";
export { panelJudges } from "./campaign/panel.ts";
export * from "./campaign/verdict-contract.ts";
export type * from "./contract.ts";
export { type CostGuard, type CostLimit, createCostLimit } from "./cost-limit.ts";
export * from "./json-reader.ts";
export { readPrompt } from "./read-prompt.ts";
export * as rubric from "./rubric/index.ts";
