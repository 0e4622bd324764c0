import type { IdentitySetting, RunnerIdentity } from "../contract/descriptor.ts";

/** What decides the outcome of an agent's trial besides its request: the agent, what it is installed as, and whom it can reach. */
export function agentIdentity(
  { agentFingerprint, imageId, runProfile: { network_access: access } }: IdentitySetting,
  context: Record<string, unknown>,
): RunnerIdentity {
  return {
    context,
    agent: {
      agent_fingerprint: agentFingerprint ?? "",
      image_id: imageId ?? null,
      // Who can be reached decides what an agent finds; in which order they are listed does not.
      ...(access !== "deny" && { network_access: Array.isArray(access) ? [...access].sort() : access }),
    },
  };
}
