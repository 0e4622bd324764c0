import type { Finding, RunArtifact } from "../../records/index.ts";
import { checkAtMost } from "./at-most.ts";

/** Checks the time spent waiting for the subject, as shown in the report. */
export function latencyAtMost(seconds: number, { timing, request, provider }: RunArtifact): Finding {
  // An agent that does not report its time has zero; only the offline programs really take none.
  const isKnown = provider.length > 0 && (timing.latency_ms > 0 || request.offline);
  return checkAtMost({
    what: "The subject took",
    unit: "s",
    limit: seconds,
    found: isKnown ? timing.latency_ms / 1000 : null,
    unknown: "How long the subject took is not known: none of its answers was timed.",
  });
}
