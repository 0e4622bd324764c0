import { withoutHints } from "../../config/index.ts";
import { agentIdentity } from "../agent-session/index.ts";
import type { RunnerDescriptor } from "../contract/descriptor.ts";
import { composeInvocations, requestOptions } from "../request/index.ts";
import { evidenceFiles } from "../workspace/index.ts";
import { runOpenClaw } from "./run-openclaw.ts";

/** An OpenClaw agent in containers of its own. */
export const openClaw: RunnerDescriptor = {
  run: runOpenClaw,
  compose: (subject, attachments) =>
    composeInvocations(subject, requestOptions(subject.model, subject.settings), attachments),
  identity: (setting) => agentIdentity(setting, withoutHints(setting.testCase.input.context.openclaw)),
  profileIdentity: ({ openclaw }) => openclaw && { agent_id: openclaw.agent_id, image: openclaw.image },
  image: ({ openclaw }) => openclaw,
  runsInSandbox: () => false,
  canLeaveFiles: () => true,
  requests: ({ turns }) => ({ least: Math.max(1, turns.length), most: null }),
  answersInFiles: true,
  evidenceFiles,
};
