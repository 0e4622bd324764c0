import type { WayInside } from "../../proxy/index.ts";

/** How a container reaches its model: through the trial's proxy, with the trial's token in place of a key. */
export interface GatewayRoute {
  baseUrl: string;
  /** Environment of the container that nobody else needs to see: the token. */
  secrets: Record<string, string>;
  settings: Record<string, string>;
  /** Values that must never appear in anything we store. */
  redact: string[];
}

/** @param keys the real ones, which never get into the container */
export function routeThrough({ origin, secrets, settings }: WayInside, token: string, keys: string[]): GatewayRoute {
  return {
    baseUrl: `${origin}/v1`,
    secrets: { ...secrets, OPENROUTER_API_KEY: token },
    settings,
    redact: [...keys, token],
  };
}
