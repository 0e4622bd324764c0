import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { decideHost, type NetworkAccess, plainName } from "./host-rules.ts";
import { isPrivateAddress } from "./private-addresses.ts";

export type Resolve = (host: string) => Promise<string[]>;

export type ResolvedHost = { ok: true; address: string } | { ok: false; refused: string };

/**
 * The address to connect to, decided once: a name that answers differently the second time is never asked a second time. A name with
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
  const [address] = addresses;
  if (address === undefined) return { ok: false, refused: "the name cannot be resolved" };
  if (!privateIsMeant && addresses.some(isPrivateAddress))
    return { ok: false, refused: "it leads to a private address; list the address itself to allow it" };
  return { ok: true, address };
}

async function systemResolve(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
