import { withoutHints } from "../../config/index.ts";
import type { RunnerDescriptor } from "../contract/descriptor.ts";
import { composeRequest } from "./compose-request.ts";
import { evidenceFiles } from "./evidence-files.ts";
import { runOpenClaw } from "./run-openclaw.ts";

/** An OpenClaw agent in containers of its own. */
export const openClaw: RunnerDescriptor = {
  run: runOpenClaw,
  compose: composeRequest,
  identity: ({ testCase, agentFingerprint, imageId }) => ({
    context: withoutHints(testCase.input.context.openclaw),
    agent: { agent_fingerprint: agentFingerprint ?? "", image_id: imageId ?? null },
  }),
  profileIdentity: ({ openclaw }) => openclaw && { agent_id: openclaw.agent_id, image: openclaw.image },
  image: ({ openclaw }) => openclaw,
  canLeaveFiles: () => true,
  requests: ({ turns }) => ({ least: Math.max(1, turns.length), most: null }),
  answersInFiles: true,
  evidenceFiles,
};
