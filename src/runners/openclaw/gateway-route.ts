import type { GatewayConfig } from "../../config/index.ts";
import { resolveEndpoint } from "../../gateway/index.ts";

/** How a container reaches the gateway, without a secret in any file: those are named here and passed by environment. */
export interface GatewayRoute {
  baseUrl: string;
  /** Header → `${NAME}`, which OpenClaw reads from its environment. */
  headers: Record<string, string>;
  /** Environment of the container that must not be seen: the key, and headers that may hold one. */
  secrets: Record<string, string>;
  /** Environment of the container that anybody may see. */
  settings: Record<string, string>;
  /** Values that must never appear in anything we store. */
  redact: string[];
  /** The gateway listens on this machine's loopback, which only the host's network reaches. */
  onLoopback: boolean;
}

export type RouteChoice = { ok: true; route: GatewayRoute } | { ok: false; problem: string };

/** OpenClaw refuses to call a provider without any key, so one that needs none gets this. */
const NO_KEY = "no-key-needed";

/** The endpoint that a direct request would go to, with its key and headers, as a container can be told of it. */
export function routeToGateway(
  config: GatewayConfig | undefined,
  env: Record<string, string | undefined>,
): RouteChoice {
  const resolved = resolveEndpoint(config, env);
  if (!resolved.ok) return resolved;
  const { name, headers, secrets } = resolved.endpoint;
  const { authorization, ...others } = headers;
  const key = authorization?.startsWith("Bearer ") ? authorization.slice("Bearer ".length) : undefined;
  const route: GatewayRoute = {
    baseUrl: name,
    headers: {},
    secrets: key ? { OPENROUTER_API_KEY: key } : {},
    settings: key ? {} : { OPENROUTER_API_KEY: NO_KEY },
    redact: secrets,
    onLoopback: isLoopback(new URL(name).hostname),
  };
  // Basic credentials of a base URL travel as the header that they are.
  const passedAsHeaders = key || !authorization ? others : { ...others, authorization };
  for (const [index, [header, value]] of Object.entries(passedAsHeaders).entries()) {
    const variable = `ASSAY_GATEWAY_HEADER_${index + 1}`;
    route.headers[header] = `\${${variable}}`;
    route.secrets[variable] = value;
  }
  return { ok: true, route };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
