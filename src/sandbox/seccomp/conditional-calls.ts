import type { Processor, RefusedWith } from "./refused-calls.ts";

/** A call that is refused only with certain arguments. */
export interface ConditionalCall {
  name: string;
  numbers: Record<Processor, number>;
  /** Index of the deciding argument, from 0. */
  argument: number;
  /** `has_bits`: refused when any of them is set. `not_in`: refused unless it is one of them. `above`: refused when larger. */
  rule: { has_bits: number } | { not_in: number[] } | { above: number };
  refusal: RefusedWith;
}

const CLONE_NEWUSER = 0x1000_0000;
/** Local sockets, IPv4, IPv6 and netlink, through which libraries query network interfaces. AF_VSOCK (40) would reach the hypervisor. */
const SOCKET_FAMILIES = [1, 2, 10, 16];
/**
 * There can be 4,096 segments, attached or not. PostgreSQL uses one of 56 bytes; large data belongs in /dev/shm, which has its
 * own limit.
 */
const LARGEST_SEGMENT = 64 * 1024;

export const CONDITIONAL_CALLS: ConditionalCall[] = [
  {
    name: "clone",
    numbers: { x64: 56, arm64: 220 },
    argument: 0,
    rule: { has_bits: CLONE_NEWUSER },
    refusal: "EPERM",
  },
  {
    name: "unshare",
    numbers: { x64: 272, arm64: 97 },
    argument: 0,
    rule: { has_bits: CLONE_NEWUSER },
    refusal: "EPERM",
  },
  {
    name: "socket",
    numbers: { x64: 41, arm64: 198 },
    argument: 0,
    rule: { not_in: SOCKET_FAMILIES },
    refusal: "EAFNOSUPPORT",
  },
  {
    name: "socketpair",
    numbers: { x64: 53, arm64: 199 },
    argument: 0,
    rule: { not_in: SOCKET_FAMILIES },
    refusal: "EAFNOSUPPORT",
  },
  {
    name: "shmget",
    numbers: { x64: 29, arm64: 194 },
    argument: 1,
    rule: { above: LARGEST_SEGMENT },
    refusal: "EINVAL",
  },
];
