import { createRequire } from "node:module";
import type { Dispatcher, Pool } from "undici";
import type { Endpoint } from "./endpoint.ts";

/** Connections that requests are sent over as they are, without what undici has around them. */
export type BareConnections = Pick<Dispatcher, "dispatch" | "destroy">;

/** Connections to one endpoint: a pool, or through the proxy that the environment names for it. */
export async function openConnections({ origin }: Endpoint, env: Env): Promise<Dispatcher> {
  const proxies = proxiesIn(env);
  const { EnvHttpProxyAgent, Pool } = await import("undici");
  return proxies ? new EnvHttpProxyAgent(proxies) : new Pool(origin);
}

/**
 * The same for whoever only dispatches. All of undici, with its fetch, caches and mocks, takes three times as long to load as its pool, and the
 * first request of a campaign waits for it. package.json pins the version, so that the file stays where it is.
 */
export async function openBareConnections(endpoint: Endpoint, env: Env): Promise<BareConnections> {
  if (proxiesIn(env)) return await openConnections(endpoint, env);
  const BarePool = require("undici/lib/dispatcher/pool.js") as typeof Pool;
  return new BarePool(endpoint.origin);
}

const require = createRequire(import.meta.url);

type Env = Record<string, string | undefined>;

/** Null where none is named. undici would read process.env by itself where a value is missing; an empty string means none. */
function proxiesIn(env: Env): { httpProxy: string; httpsProxy: string; noProxy: string } | null {
  const httpProxy = env.http_proxy || env.HTTP_PROXY || "";
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY || "";
  const noProxy = env.no_proxy || env.NO_PROXY || "";
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy } : null;
}
