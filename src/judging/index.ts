export * as batch from "./batch/index.ts";
export * from "./campaign/index.ts";
export * from "./panel/index.ts";
export * as rubric from "./rubric/index.ts";
