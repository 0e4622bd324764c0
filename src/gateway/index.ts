export { loadDotEnv } from "./dot-env.ts";
export { type Endpoint, resolveEndpoint } from "./endpoint.ts";
export { type GatewayOptions, type Gateways, openGateways } from "./gateways.ts";
export { isOfflineModel } from "./offline/index.ts";
export type * from "./types.ts";
export { sumUsage } from "./usage.ts";
