export * from "./fingerprint.ts";
export * from "./measure.ts";
