export type * from "./artifact.ts";
export { requestOptions } from "./request-options.ts";
export type * from "./runner.ts";
export * from "./tools/index.ts";
