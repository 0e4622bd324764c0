export { openConnections } from "./connections.ts";
export { loadDotEnv } from "./dot-env.ts";
export { type Endpoint, resolveEndpoint } from "./endpoint.ts";
export { type GatewayOptions, type Gateways, openGateways } from "./gateways.ts";
export { isPermanentStatus } from "./retry-policy.ts";
export type * from "./types.ts";
