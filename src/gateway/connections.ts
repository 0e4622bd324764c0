import { createRequire } from "node:module";
import type { Dispatcher, Pool } from "undici";
import type { Endpoint } from "./endpoint.ts";

/** Connections for sending requests as they are, without undici's additions. */
export type BareConnections = Pick<Dispatcher, "dispatch" | "destroy">;

/** Opens connections to one endpoint: a pool, or the proxy that the environment names for it. */
export async function openConnections({ origin }: Endpoint, env: Env): Promise<Dispatcher> {
  const proxies = proxiesIn(env);
  const { EnvHttpProxyAgent, Pool } = await import("undici");
  return proxies ? new EnvHttpProxyAgent(proxies) : new Pool(origin);
}

/**
 * Opens connections that only dispatch. All of undici, with its fetch, caches and mocks, takes three times as long to load as its
 * pool, and a campaign's first request waits for it. package.json pins the version, so that the file stays where it is.
 */
export async function openBareConnections(endpoint: Endpoint, env: Env): Promise<BareConnections> {
  if (proxiesIn(env)) return await openConnections(endpoint, env);
  const BarePool = require("undici/lib/dispatcher/pool.js") as typeof Pool;
  return new BarePool(endpoint.origin);
}

const require = createRequire(import.meta.url);

type Env = Record<string, string | undefined>;

/** Null if none is set. undici reads process.env itself for a missing value; an empty string means none. */
function proxiesIn(env: Env): { httpProxy: string; httpsProxy: string; noProxy: string } | null {
  const httpProxy = env.http_proxy || env.HTTP_PROXY || "";
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY || "";
  const noProxy = env.no_proxy || env.NO_PROXY || "";
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy } : null;
}
