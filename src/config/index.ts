export type { Diagnostic, Loaded } from "./diagnostic.ts";
export type * from "./loaded.ts";
export * from "./schema/index.ts";
