export { openConnections } from "./connections.ts";
export { loadDotEnv } from "./dot-env.ts";
export { type Endpoint, resolveEndpoint } from "./endpoint.ts";
export { type Gateways, openGateways } from "./gateways.ts";
export type { OpenLane, RequestLane, RequestLoad } from "./request-lane.ts";
export { isPermanentStatus, isRetryableStatus } from "./retry-policy.ts";
export { readToolCalls } from "./tool-calls.ts";
export type * from "./types.ts";
export { readUsage } from "./usage.ts";
