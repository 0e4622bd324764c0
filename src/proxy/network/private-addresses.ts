import { BlockList, isIP } from "node:net";

/** True for addresses that lead into this machine, its network or nowhere. Reaching one through a public name is suspicious. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return true;
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded) return isPrivateAddress(embedded);
  return version === 4 ? RESERVED_4.check(address, "ipv4") : RESERVED_6.check(address, "ipv6");
}

/** IANA's special-purpose registries, without the ranges that are ordinary public addresses. */
const RESERVED_4 = new BlockList();
/** Separate, because a list takes an IPv4 address for its mapped form. */
const RESERVED_6 = new BlockList();
for (const [range, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  RESERVED_4.addSubnet(range, bits, "ipv4");
for (const [range, bits] of [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  RESERVED_6.addSubnet(range, bits, "ipv6");
