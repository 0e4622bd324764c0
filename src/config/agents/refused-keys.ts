import { closestTo } from "../diagnostics/did-you-mean.ts";
import type { Agent } from "../schema/agents/agent.ts";
import type { Complaint } from "../source/source-file.ts";
import { KNOWN_OPENCLAWS } from "./openclaw-keys.ts";

/** Of agent.yaml, which go into openclaw.json as they are. */
export const FRAGMENTS = ["agents_defaults", "agent"] as const;

/** Keys that look like a slip of the fingers: OpenClaw refuses what it does not know, and every trial would be `invalid`. */
export function misspeltKeys({ openclaw }: Agent): Complaint[] {
  return FRAGMENTS.flatMap((fragment) => {
    const known = new Set(KNOWN_OPENCLAWS.flatMap((version) => [...version[fragment]]));
    return Object.keys(openclaw?.[fragment] ?? {}).flatMap((key): Complaint[] => {
      const meant = known.has(key) ? undefined : closestTo(key, known);
      if (meant === undefined) return [];
      const message = "is not a key that OpenClaw knows here, and it refuses what it does not know";
      return [{ path: ["openclaw", fragment, key], at: "key", message, suggestion: `Did you mean "${meant}"?` }];
    });
  });
}
