import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { decideHost, type NetworkAccess, normalizeHost } from "./host-rules.ts";
import { isPrivateAddress } from "./private-addresses.ts";

export type Resolve = (host: string) => Promise<string[]>;

export type ResolvedHost = { ok: true; addresses: string[] } | { ok: false; refused: string };

/**
 * Resolves the addresses to connect to, once, so that a name cannot answer differently the second time. Refuses a name with any
 * private address.
 */
export async function resolveHost(
  access: NetworkAccess,
  host: string,
  port: number,
  resolve: Resolve = systemResolve,
): Promise<ResolvedHost> {
  const { refused, privateIsMeant } = decideHost(access, host, port);
  if (refused !== null) return { ok: false, refused };
  const name = normalizeHost(host);
  const addresses = isIP(name) === 0 ? await resolve(name).catch(() => []) : [name];
  if (addresses.length === 0) return { ok: false, refused: "the name cannot be resolved" };
  if (!privateIsMeant && addresses.some(isPrivateAddress))
    return { ok: false, refused: "it leads to a private address; list the address itself to allow it" };
  return { ok: true, addresses };
}

/** A lookup for a connection that returns only the checked addresses. Each is tried in turn. */
export function fixedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, { all }, done) => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family));
}

async function systemResolve(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
