export * from "./batch/index.ts";
