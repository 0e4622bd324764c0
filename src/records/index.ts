export type * from "./chat.ts";
export type * from "./check.ts";
export type * from "./evaluation.ts";
export type * from "./judge-call.ts";
export type * from "./judged-campaign.ts";
export type * from "./run.ts";
export { sumUsage } from "./usage.ts";
export type * from "./verdict.ts";
export * from "./vocabulary.ts";
