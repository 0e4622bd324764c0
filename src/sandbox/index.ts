export { chooseSandbox } from "./choose-sandbox.ts";
export { hasOwnView, INSIDE_TMP, INSIDE_WORKSPACE } from "./layout.ts";
export * from "./trial-files.ts";
export type * from "./types.ts";
