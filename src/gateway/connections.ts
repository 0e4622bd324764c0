import type { Dispatcher } from "undici";
import type { Endpoint } from "./endpoint.ts";

/** Connections to one endpoint: a pool, or through the proxy that the environment names for it. */
export async function openConnections(
  { origin }: Endpoint,
  env: Record<string, string | undefined>,
): Promise<Dispatcher> {
  const proxies = {
    httpProxy: env.http_proxy || env.HTTP_PROXY,
    httpsProxy: env.https_proxy || env.HTTPS_PROXY,
    noProxy: env.no_proxy || env.NO_PROXY || "",
  };
  const { EnvHttpProxyAgent, Pool } = await import("undici");
  // undici would read process.env by itself where a value is missing; an empty string means none.
  if (!proxies.httpProxy && !proxies.httpsProxy) return new Pool(origin);
  return new EnvHttpProxyAgent({
    ...proxies,
    httpProxy: proxies.httpProxy ?? "",
    httpsProxy: proxies.httpsProxy ?? "",
  });
}
