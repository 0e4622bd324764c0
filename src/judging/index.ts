export * from "./ask-judge.ts";
export * from "./campaign/aggregate.ts";
export type * from "./campaign/result.ts";
export type * from "./contract.ts";
export { type CostGuard, type CostLimit, createCostLimit } from "./cost-limit.ts";
export { readPrompt } from "./read-prompt.ts";
