import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { decideHost, type NetworkAccess, plainName } from "./host-rules.ts";
import { isPrivateAddress } from "./private-addresses.ts";

export type Resolve = (host: string) => Promise<string[]>;

export type ResolvedHost = { ok: true; addresses: string[] } | { ok: false; refused: string };

/**
 * The addresses to connect to, decided once: a name that answers differently the second time is never asked a second time. A name with
 * one private address among its own is refused.
 */
export async function resolveHost(
  access: NetworkAccess,
  host: string,
  port: number,
  resolve: Resolve = systemResolve,
): Promise<ResolvedHost> {
  const { refused, privateIsMeant } = decideHost(access, host, port);
  if (refused !== null) return { ok: false, refused };
  const name = plainName(host);
  const addresses = isIP(name) === 0 ? await resolve(name).catch(() => []) : [name];
  if (addresses.length === 0) return { ok: false, refused: "the name cannot be resolved" };
  if (!privateIsMeant && addresses.some(isPrivateAddress))
    return { ok: false, refused: "it leads to a private address; list the address itself to allow it" };
  return { ok: true, addresses };
}

/** For a connection: the addresses that were looked at, and no others. Which of them answers is tried in turn. */
export function alwaysTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, { all }, done) => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family));
}

async function systemResolve(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
