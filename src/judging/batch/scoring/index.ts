export * from "./aggregate.ts";
export type * from "./result.ts";
export * from "./singletons.ts";
