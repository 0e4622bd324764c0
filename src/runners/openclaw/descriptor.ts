import type { RunnerDescriptor } from "../contract/descriptor.ts";
import { composeRequest } from "./compose-request.ts";
import { evidenceFiles } from "./evidence-files.ts";
import { runOpenClaw } from "./run-openclaw.ts";

/** An OpenClaw agent in containers of its own. */
export const openClaw: RunnerDescriptor = {
  run: runOpenClaw,
  compose: composeRequest,
  identity: ({ testCase, agentFingerprint, imageId, runProfile: { network_access: access } }) => ({
    context: { ...testCase.input.context.openclaw },
    agent: {
      agent_fingerprint: agentFingerprint ?? "",
      image_id: imageId ?? null,
      // Who can be reached decides what an agent finds; in which order they are listed does not.
      ...(access !== "deny" && { network_access: Array.isArray(access) ? [...access].sort() : access }),
    },
  }),
  profileIdentity: ({ openclaw }) => openclaw && { agent_id: openclaw.agent_id, image: openclaw.image },
  image: ({ openclaw }) => openclaw,
  canLeaveFiles: () => true,
  requests: ({ turns }) => ({ least: Math.max(1, turns.length), most: null }),
  answersInFiles: true,
  evidenceFiles,
};
