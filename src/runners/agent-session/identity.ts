import type { IdentitySetting, RunnerIdentity } from "../contract/descriptor.ts";

/** The parts of an agent trial's identity besides its request: the agent, its installation, and its reachable hosts. */
export function agentIdentity(
  { agentFingerprint, imageId, runProfile: { network_access: access } }: IdentitySetting,
  context: Record<string, unknown>,
): RunnerIdentity {
  return {
    context,
    agent: {
      agent_fingerprint: agentFingerprint ?? "",
      image_id: imageId ?? null,
      // The set of reachable hosts affects results; their order does not.
      ...(access !== "deny" && { network_access: Array.isArray(access) ? [...access].sort() : access }),
    },
  };
}
