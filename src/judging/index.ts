export * from "./ask-judge.ts";
export type * from "./contract.ts";
export { type CostGuard, type CostLimit, createCostLimit } from "./cost-limit.ts";
