import type { RedisAddress } from "./redis-address.ts";

/** Warns of every risk of a working connection. */
export function redisWarnings(address: RedisAddress, evictionPolicy: string | null): string[] {
  const warnings: string[] = [];
  if (address.isUnverified) {
    warnings.push(
      `The certificate of ${address.place} is not checked: anyone in between can read and change what is sent. Name its authority with --redis-ca instead.`,
    );
  }
  if (!address.isEncrypted && !isThisMachine(address.host)) {
    const also = address.password === null ? "" : ", the password included";
    warnings.push(
      `The connection to ${address.place} is not encrypted: anyone in between can read what is sent${also}. Use rediss:// unless the network is private.`,
    );
  }
  if (address.password === null && !isThisMachine(address.host)) {
    warnings.push(
      `Redis at ${address.place} has no password: anyone who can reach it can give your workers something to execute.`,
    );
  }
  if (evictionPolicy !== null && evictionPolicy !== "noeviction") {
    warnings.push(
      `Redis at ${address.place} throws away what it holds when its memory is full (maxmemory-policy ${evictionPolicy}), jobs included. Set it to noeviction.`,
    );
  }
  return warnings;
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
