export * from "./compare.ts";
