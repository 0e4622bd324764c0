import { findClosest } from "../diagnostics/did-you-mean.ts";
import type { Agent } from "../schema/agents/agent.ts";
import type { Complaint } from "../source/source-file.ts";
import { KNOWN_OPENCLAWS } from "./openclaw-keys.ts";

/** Fields of agent.yaml that are copied into openclaw.json unchanged. */
export const FRAGMENTS = ["agents_defaults", "agent"] as const;

/** Finds keys that look misspelt. OpenClaw refuses unknown keys, which would make every trial `invalid`. */
export function findMisspeltKeys({ openclaw }: Agent): Complaint[] {
  return FRAGMENTS.flatMap((fragment) => {
    const known = new Set(KNOWN_OPENCLAWS.flatMap((version) => [...version[fragment]]));
    return Object.keys(openclaw?.[fragment] ?? {}).flatMap((key): Complaint[] => {
      const meant = known.has(key) ? undefined : findClosest(key, known);
      if (meant === undefined) return [];
      const message = "is not a key that OpenClaw knows here, and it refuses what it does not know";
      return [{ path: ["openclaw", fragment, key], at: "key", message, suggestion: `Did you mean "${meant}"?` }];
    });
  });
}
