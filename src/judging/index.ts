export * from "./ask-judge.ts";
export type * from "./contract.ts";
