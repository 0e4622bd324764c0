export * from "./exchange/index.ts";
export * from "./files/index.ts";
export * from "./packets/index.ts";
export * from "./planning/index.ts";
export * from "./queue/index.ts";
