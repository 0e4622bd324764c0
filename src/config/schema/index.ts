export * from "./agent.ts";
export * from "./batch-spec.ts";
export * from "./common.ts";
export * from "./evaluation-profile.ts";
export * from "./run-profile.ts";
export * from "./runner-settings.ts";
export * from "./suite.ts";
export * from "./test-case.ts";
