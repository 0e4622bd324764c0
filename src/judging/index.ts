export * from "./ask-judge.ts";
export * as batch from "./batch/index.ts";
export * from "./campaign/aggregate.ts";
export type * from "./campaign/result.ts";
export * from "./campaign/verdict-contract.ts";
export type * from "./contract.ts";
export { type CostGuard, type CostLimit, createCostLimit } from "./cost-limit.ts";
export * from "./json-reader.ts";
export { readPrompt } from "./read-prompt.ts";
