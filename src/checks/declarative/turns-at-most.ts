import type { Finding, RunArtifact } from "../../records/index.ts";
import { atMost } from "./at-most.ts";

/** Requests to the model that were answered, as `max_turns` counts them. */
export function turnsAtMost(turns: number, { provider }: RunArtifact): Finding {
  return atMost({
    what: "The trial took",
    unit: "turns",
    limit: turns,
    found: provider.length === 0 ? null : provider.length,
    unknown: "How many turns the trial took is not known: no answered request was recorded.",
  });
}
