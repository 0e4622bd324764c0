export { forwardPlain } from "./forward-plain.ts";
export type { NetworkAccess } from "./host-rules.ts";
export { openTunnel, type TunnelDesk } from "./open-tunnel.ts";
export type { Resolve } from "./resolve-host.ts";
