import type { Finding, RunArtifact } from "../../records/index.ts";
import { checkAtMost, countRequestsWithout } from "./at-most.ts";

/** Checks the cost reported by the provider. An unknown price is not a price of zero. */
export function costAtMost(usd: number, { usage, runner_metadata }: RunArtifact): Finding {
  return checkAtMost({
    what: "The trial cost",
    unit: "USD",
    limit: usd,
    found: usage?.cost_usd ?? null,
    missing: countRequestsWithout("price", runner_metadata),
    unknown: "The cost of the trial is not known: the provider reported no price.",
  });
}
