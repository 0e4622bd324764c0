export type * from "./artifact.ts";
export type * from "./runner.ts";
