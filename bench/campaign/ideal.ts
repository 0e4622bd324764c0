import { IN_FLIGHT } from "./workspace.ts";

export const CASES = 10_000;
export const LATENCY_MS = 50;

/** What so many requests take if nobody but the provider needs any time. */
export function idealSeconds(requests: number): number {
  return (requests * LATENCY_MS) / IN_FLIGHT / 1000;
}
