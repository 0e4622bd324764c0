import type { Finding, RunArtifact } from "../../records/index.ts";
import { checkAtMost } from "./at-most.ts";

/** Checks the number of answered requests to the model, counted like `max_turns`. */
export function turnsAtMost(turns: number, { provider }: RunArtifact): Finding {
  return checkAtMost({
    what: "The trial took",
    unit: "turns",
    limit: turns,
    found: provider.length === 0 ? null : provider.length,
    unknown: "How many turns the trial took is not known: no answered request was recorded.",
  });
}
